// Picking one of the poses that the program offers: geometry alone, no rule.

import { COLUMNS } from "../notation.js";

/** @typedef {import("./table.js").Pose} Pose */

/** @param {string} cell */
const place = (cell) => ({ x: COLUMNS.indexOf(cell[0]), y: Number(cell.slice(1)) });

/** @param {Pose} pose */
const columnOf = (pose) => COLUMNS.indexOf(pose.column);

/**
 * The cells of a pose as offsets from its lower left corner, sorted, as a text.
 * @param {string[]} cells
 * @param {boolean} [mirrored]
 */
function formOf(cells, mirrored = false) {
  const places = cells.map(place).map(({ x, y }) => ({ x: mirrored ? -x : x, y }));
  const [left, low] = [
    Math.min(...places.map(({ x }) => x)),
    Math.min(...places.map(({ y }) => y)),
  ];
  return places
    .map(({ x, y }) => `${x - left},${y - low}`)
    .sort()
    .join(" ");
}

/** How many columns a pose takes. @param {Pose} pose */
export function widthOf(pose) {
  return new Set(pose.cells.map((cell) => cell[0])).size;
}

/** The middle of a pose, in columns from 0. @param {Pose} pose */
export function middleOf(pose) {
  return columnOf(pose) + (widthOf(pose) - 1) / 2;
}

/** @param {Pose | null} one @param {Pose | null} other */
export function isSame(one, other) {
  return one?.cells.join() === other?.cells.join() && one?.shape === other?.shape;
}

/**
 * Of some poses the one whose column is nearest, the first of equals.
 * @param {Pose[]} poses
 * @param {number} column
 * @returns {Pose | null}
 */
function nearest(poses, column) {
  /** @type {Pose | null} */
  let best = null;
  for (const pose of poses) {
    if (!best || Math.abs(columnOf(pose) - column) < Math.abs(columnOf(best) - column)) best = pose;
  }
  return best;
}

/**
 * The pose to begin with: the first orientation, near the middle.
 * @param {Pose[]} poses
 */
export function first(poses) {
  const orientation = poses[0]?.orientation;
  return nearest(
    poses.filter((pose) => pose.orientation === orientation),
    2,
  );
}

/**
 * The pose that is most like `pose` among others: after the sheet or the shape has changed.
 * @param {Pose[]} poses
 * @param {Pose | null} pose
 */
export function alike(poses, pose) {
  if (!pose) return first(poses);
  const same = poses.filter((one) => one.orientation === pose.orientation);
  return nearest(same.length ? same : poses, columnOf(pose));
}

/**
 * The next column to the left or right in which the shape, so turned, has a landing.
 * @param {Pose[]} poses
 * @param {Pose} pose
 * @param {number} by -1 or 1, or any other number for the way to the wall
 */
export function moved(poses, pose, by) {
  const way = Math.sign(by);
  const there = poses.filter(
    (one) => one.orientation === pose.orientation && way * (columnOf(one) - columnOf(pose)) > 0,
  );
  if (!there.length) return pose;
  const target = Math.abs(by) > 1 ? (way < 0 ? 0 : COLUMNS.length) : columnOf(pose);
  return nearest(there, target) ?? pose;
}

/**
 * The next orientation that has a landing, as near to a middle as it can be.
 * @param {Pose[]} poses
 * @param {Pose} pose
 * @param {number} by 1 or -1
 * @param {number} middle that of the shape when turning began, so that it doesn't wander
 */
export function turned(poses, pose, by, middle) {
  const orientations = [...new Set(poses.map((one) => one.orientation))];
  const at = orientations.indexOf(pose.orientation);
  const next = orientations[(at + by + orientations.length) % orientations.length];
  return inOrientation(poses, pose, next, middle);
}

/**
 * The mirrored shape, where it is another and has a landing, as near to a middle as it can be.
 * @param {Pose[]} poses
 * @param {Pose} pose
 * @param {number} middle
 */
export function flipped(poses, pose, middle) {
  const form = formOf(pose.cells, true);
  const found = poses.find((one) => formOf(one.cells) === form);
  return found ? inOrientation(poses, pose, found.orientation, middle) : pose;
}

/**
 * @param {Pose[]} poses
 * @param {Pose} pose
 * @param {number} orientation
 * @param {number} middle
 */
function inOrientation(poses, pose, orientation, middle) {
  const there = poses.filter((one) => one.orientation === orientation);
  return there.length ? (nearest(there, middle - (widthOf(there[0]) - 1) / 2) ?? pose) : pose;
}

/**
 * The other landing in the same column, so turned: under an overhang.
 * @param {Pose[]} poses
 * @param {Pose} pose
 */
export function elsewhere(poses, pose) {
  const same = poses.filter(
    (one) => one.orientation === pose.orientation && one.column === pose.column,
  );
  const at = same.findIndex((one) => isSame(one, pose));
  return same[(at + 1) % same.length] ?? pose;
}

/**
 * The landings for a cell that is pointed at: those through the cell, first those that are turned
 * most like `pose`; where none goes through it, the one of its column.
 * @param {Pose[]} poses
 * @param {Pose | null} pose
 * @param {string} cell
 */
export function through(poses, pose, cell) {
  const all = [...new Set(poses.map((one) => one.orientation))];
  const turn = all.indexOf(pose?.orientation ?? all[0]);
  const away = (/** @type {Pose} */ one) => {
    const by = Math.abs(all.indexOf(one.orientation) - turn);
    return Math.min(by, all.length - by);
  };
  const found = poses.filter((one) => one.cells.includes(cell));
  found.sort((one, other) => away(one) - away(other));
  return found.length ? found : over(poses, pose, cell);
}

/**
 * The same for a shape that stays turned as it is.
 * @param {Pose[]} poses
 * @param {Pose | null} pose
 * @param {string} cell
 */
export function throughSoTurned(poses, pose, cell) {
  const same = poses.filter((one) => one.orientation === pose?.orientation);
  return through(same.length ? same : poses, pose, cell);
}

/**
 * The landings, so turned, whose middle is nearest to the column of a cell.
 * @param {Pose[]} poses
 * @param {Pose | null} pose
 * @param {string} cell
 * @returns {Pose[]}
 */
export function over(poses, pose, cell) {
  const turn = pose?.orientation ?? poses[0]?.orientation;
  const same = poses.filter((one) => one.orientation === turn);
  const some = same.length ? same : poses;
  if (!some.length) return [];
  const left = place(cell).x - Math.floor((widthOf(some[0]) - 1) / 2);
  const found = nearest(some, left);
  return found ? [found] : [];
}
