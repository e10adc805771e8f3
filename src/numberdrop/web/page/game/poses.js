// Choosing one of the poses that the program offers. This module knows geometry, but no rules.

import { COLUMNS } from "../notation.js";

/** @typedef {import("./game-client.js").Pose} Pose */

/** @param {string} cell */
const coordinates = (cell) => ({ x: COLUMNS.indexOf(cell[0]), y: Number(cell.slice(1)) });

/** @param {Pose} pose */
const columnOf = (pose) => COLUMNS.indexOf(pose.column);

/**
 * Returns the outline of a pose as text: the sorted offsets of its cells from its lower left
 * corner.
 * @param {string[]} cells
 * @param {boolean} [mirrored]
 */
function outlineOf(cells, mirrored = false) {
  const places = cells.map(coordinates).map(({ x, y }) => ({ x: mirrored ? -x : x, y }));
  const [left, low] = [
    Math.min(...places.map(({ x }) => x)),
    Math.min(...places.map(({ y }) => y)),
  ];
  return places
    .map(({ x, y }) => `${x - left},${y - low}`)
    .sort()
    .join(" ");
}

/** Returns the width of a pose in columns. @param {Pose} pose */
export function widthOf(pose) {
  return new Set(pose.cells.map((cell) => cell[0])).size;
}

/** Returns the middle of a pose, in columns from 0. @param {Pose} pose */
export function middleOf(pose) {
  return columnOf(pose) + (widthOf(pose) - 1) / 2;
}

/** @param {Pose | null} one @param {Pose | null} other */
export function isSame(one, other) {
  return one?.cells.join() === other?.cells.join() && one?.shape === other?.shape;
}

/**
 * Returns the pose whose column is nearest to `column`, the first of equals.
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
 * Returns the initial pose: in the first orientation, near the middle.
 * @param {Pose[]} poses
 */
export function initialPose(poses) {
  const orientation = poses[0]?.orientation;
  return nearest(
    poses.filter((pose) => pose.orientation === orientation),
    2,
  );
}

/**
 * Returns the pose most similar to `pose`, for use after the sheet or the shape has changed.
 * @param {Pose[]} poses
 * @param {Pose | null} pose
 */
export function mostSimilar(poses, pose) {
  if (!pose) return initialPose(poses);
  const same = poses.filter((one) => one.orientation === pose.orientation);
  return nearest(same.length ? same : poses, columnOf(pose));
}

/**
 * Returns the next pose to the left or right in the same orientation.
 * @param {Pose[]} poses
 * @param {Pose} pose
 * @param {number} by -1 or 1; a larger step goes to the wall
 */
export function movedPose(poses, pose, by) {
  const direction = Math.sign(by);
  const there = poses.filter(
    (one) =>
      one.orientation === pose.orientation && direction * (columnOf(one) - columnOf(pose)) > 0,
  );
  if (!there.length) return pose;
  const target = Math.abs(by) > 1 ? (direction < 0 ? 0 : COLUMNS.length) : columnOf(pose);
  return nearest(there, target) ?? pose;
}

/**
 * Returns the pose in the next orientation that has a landing, as near to `middle` as possible.
 * @param {Pose[]} poses
 * @param {Pose} pose
 * @param {number} by 1 or -1
 * @param {number} middle of the shape before the first turn, so that it doesn't drift
 */
export function turnedPose(poses, pose, by, middle) {
  const orientations = [...new Set(poses.map((one) => one.orientation))];
  const at = orientations.indexOf(pose.orientation);
  const next = orientations[(at + by + orientations.length) % orientations.length];
  return inOrientation(poses, pose, next, middle);
}

/**
 * Returns the pose of the mirrored shape, as near to `middle` as possible; `pose` itself if the
 * mirrored shape is the same or has no landing.
 * @param {Pose[]} poses
 * @param {Pose} pose
 * @param {number} middle
 */
export function flippedPose(poses, pose, middle) {
  const form = outlineOf(pose.cells, true);
  const found = poses.find((one) => outlineOf(one.cells) === form);
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
 * Returns the next landing in the same column and orientation, such as one under an overhang.
 * @param {Pose[]} poses
 * @param {Pose} pose
 */
export function otherLanding(poses, pose) {
  const same = poses.filter(
    (one) => one.orientation === pose.orientation && one.column === pose.column,
  );
  const at = same.findIndex((one) => isSame(one, pose));
  return same[(at + 1) % same.length] ?? pose;
}

/**
 * Returns the landings that contain `cell`, those with an orientation near that of `pose` first. If
 * no landing does, returns the landing of its column.
 * @param {Pose[]} poses
 * @param {Pose | null} pose
 * @param {string} cell
 */
export function landingsThrough(poses, pose, cell) {
  const all = [...new Set(poses.map((one) => one.orientation))];
  const turn = all.indexOf(pose?.orientation ?? all[0]);
  const distance = (/** @type {Pose} */ one) => {
    const by = Math.abs(all.indexOf(one.orientation) - turn);
    return Math.min(by, all.length - by);
  };
  const found = poses.filter((one) => one.cells.includes(cell));
  found.sort((one, other) => distance(one) - distance(other));
  return found.length ? found : landingsOver(poses, pose, cell);
}

/**
 * Returns the same as `landingsThrough()` for the orientation of `pose` alone.
 * @param {Pose[]} poses
 * @param {Pose | null} pose
 * @param {string} cell
 */
export function landingsThroughAsTurned(poses, pose, cell) {
  const same = poses.filter((one) => one.orientation === pose?.orientation);
  return landingsThrough(same.length ? same : poses, pose, cell);
}

/**
 * Returns the landing in the orientation of `pose` whose left column is nearest to `left`. Of
 * several in that column it returns the one with `cell`, if there is one.
 * @param {Pose[]} poses
 * @param {Pose} pose
 * @param {number} left
 * @param {string} cell
 * @returns {Pose | null}
 */
export function landingAt(poses, pose, left, cell) {
  const same = poses.filter((one) => one.orientation === pose.orientation);
  const found = nearest(same, left);
  const column = same.filter((one) => one.column === found?.column);
  return column.find((one) => one.cells.includes(cell)) ?? found;
}

/**
 * Returns the landing in the orientation of `pose` whose middle is nearest to the column of `cell`;
 * an empty array if there are no poses.
 * @param {Pose[]} poses
 * @param {Pose | null} pose
 * @param {string} cell
 * @returns {Pose[]}
 */
function landingsOver(poses, pose, cell) {
  const turn = pose?.orientation ?? poses[0]?.orientation;
  const same = poses.filter((one) => one.orientation === turn);
  const some = same.length ? same : poses;
  if (!some.length) return [];
  const left = coordinates(cell).x - Math.floor((widthOf(some[0]) - 1) / 2);
  const found = nearest(some, left);
  return found ? [found] : [];
}
