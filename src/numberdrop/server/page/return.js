// Waiting for a program that doesn't answer.

/** Milliseconds between two looks; the last is repeated. */
const PAUSES = [1000, 2000, 4000, 8000, 15_000];

/** Returns whether the page's own address answers. */
async function isBack() {
  try {
    return (await fetch(location.pathname, { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/**
 * Calls `resume` once, as soon as the program answers again. It is asked now and then, and whenever
 * the network comes back or the window is seen again.
 * @param {() => void} resume
 * @returns {() => void} a function that ends the waiting
 */
export function whenBack(resume) {
  let looks = 0;
  let isLooking = false;
  let timer = setTimeout(look, PAUSES[0]);
  const end = () => {
    looks = Infinity;
    clearTimeout(timer);
    removeEventListener("online", look);
    document.removeEventListener("visibilitychange", look);
  };
  async function look() {
    if (isLooking || document.hidden) return;
    isLooking = true;
    clearTimeout(timer);
    const is = await isBack();
    isLooking = false;
    if (looks === Infinity) return;
    if (is) {
      end();
      resume();
      return;
    }
    looks += 1;
    timer = setTimeout(look, PAUSES[Math.min(looks, PAUSES.length - 1)]);
  }
  addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
  return end;
}
