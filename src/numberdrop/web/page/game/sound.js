// Sounds of the game, made of single tones; off unless somebody turns them on.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { save, saved } from "../saved.js";

const KEY = "numberdrop.sound";

/**
 * The tones of each sound: start in seconds, frequency in hertz, length in seconds.
 * @type {Record<string, [number, number, number][]>}
 */
const SOUNDS = {
  fall: [[0, 110, 0.12]],
  roll: [
    [0, 320, 0.03],
    [0.05, 280, 0.03],
    [0.1, 300, 0.03],
  ],
  combo: [
    [0, 523, 0.1],
    [0.09, 784, 0.18],
  ],
  row: [
    [0, 392, 0.08],
    [0.07, 494, 0.08],
    [0.14, 587, 0.15],
  ],
  medal: [
    [0, 523, 0.12],
    [0.11, 659, 0.12],
    [0.22, 784, 0.12],
    [0.33, 1047, 0.3],
  ],
  end: [
    [0, 392, 0.15],
    [0.14, 330, 0.25],
  ],
};
const VOLUME = 0.15;

/** @type {AudioContext | null} */
let context = null;

/** Plays sounds by name, one after the other, if sound is on. @param {string[]} names */
export function play(names) {
  if (!names.length || saved(KEY) !== "on") return;
  context ??= new AudioContext();
  let start = context.currentTime;
  for (const name of names) {
    for (const [after, frequency, length] of SOUNDS[name])
      tone(context, start + after, frequency, length);
    start += Math.max(...SOUNDS[name].map(([after, , length]) => after + length));
  }
}

/**
 * @param {AudioContext} audio
 * @param {number} start
 * @param {number} frequency
 * @param {number} length
 */
function tone(audio, start, frequency, length) {
  const [oscillator, volume] = [audio.createOscillator(), audio.createGain()];
  oscillator.type = "triangle";
  oscillator.frequency.value = frequency;
  volume.gain.setValueAtTime(VOLUME, start);
  volume.gain.exponentialRampToValueAtTime(0.001, start + length);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(start);
  oscillator.stop(start + length);
}

/** Creates the setting. */
export function soundChoice() {
  const box = h("input", { type: "checkbox", id: "sound", checked: saved(KEY) === "on" });
  box.addEventListener("change", () => {
    save(KEY, box.checked ? "on" : "off");
    play(["combo"]);
  });
  return h("label", { class: "check" }, box, t("game.sound"));
}
