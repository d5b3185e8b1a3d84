/**
 * Sounds, made here and off by default. Each has a visible twin; none is for a loss, and a larger win is
 * no louder than a small one.
 * @module
 */

/** @import { Picture } from "./picture.js" */

/** @typedef {{ tone: number, length: number, after?: number, shape?: OscillatorType, level?: number }} Note */

/** @type {Record<string, readonly Note[]>} */
const SOUNDS = {
  accepted: [{ tone: 1900, length: 0.03, shape: "triangle" }],
  refused: [{ tone: 170, length: 0.05 }, { tone: 170, length: 0.05, after: 0.11 }],
  open: [{ tone: 520, length: 0.12 }, { tone: 660, length: 0.14, after: 0.12 }],
  tick: [{ tone: 1100, length: 0.02, level: 0.5 }],
  closed: [{ tone: 140, length: 0.09, shape: "triangle" }],
  card: [{ tone: 3200, length: 0.05, shape: "triangle", level: 0.25 }],
  call: [{ tone: 587, length: 0.2 }, { tone: 784, length: 0.28, after: 0.16 }],
  offer: [{ tone: 520, length: 0.12 }, { tone: 587, length: 0.12, after: 0.14 }, { tone: 660, length: 0.16, after: 0.28 }],
  payment: [{ tone: 2400, length: 0.03, shape: "triangle" }, { tone: 2500, length: 0.03, shape: "triangle", after: 0.07 }],
};

/** @param {() => boolean} isOn @param {() => number} [loudness] 1 is the usual one */
export function makeSounds(isOn, loudness = () => 1) {
  /** @type {AudioContext | null} */
  let context = null;

  /** @param {keyof typeof SOUNDS} name */
  const play = (name) => {
    if (!isOn()) return;
    context ??= new AudioContext();
    for (const note of SOUNDS[name] ?? []) sound(context, { ...note, level: (note.level ?? 1) * loudness() });
  };

  return {
    play,
    /** What changed between two pictures, as sounds. @param {Picture} before @param {Picture} after */
    follow(before, after) {
      const cards = after.dealt.player + after.dealt.banker;
      if (before.phase !== "betting" && after.phase === "betting") play("open");
      if (before.phase === "betting" && after.phase === "dealing") play("closed");
      if (!before.mine?.offer && after.mine?.offer) play("offer");
      if (cards > before.dealt.player + before.dealt.banker) play("card");
      if (after.settled && !before.settled) {
        if (after.state.view.coup?.calls.length) play("call");
        if (after.mine?.result?.lines.some(({ verdict }) => verdict === "pay")) play("payment");
      }
    },
  };
}

/** @param {AudioContext} context @param {Note} note */
function sound(context, { tone, length, after = 0, shape = "sine", level = 1 }) {
  const start = context.currentTime + after;
  const voice = context.createOscillator();
  const loudness = context.createGain();
  voice.type = shape;
  voice.frequency.value = tone;
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(0.12 * level, start + 0.006);
  loudness.gain.exponentialRampToValueAtTime(0.0001, start + length + 0.05);
  voice.connect(loudness).connect(context.destination);
  voice.start(start);
  voice.stop(start + length + 0.06);
}
