/** Passes on the first call and then at most one in `everyMs`; the others are dropped, since each says all so far. */
export function spacedOut(
  everyMs: number,
  pass: (text: string) => void | Promise<void>,
): (text: string) => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  return async (text) => {
    const now = performance.now();
    if (now - last < everyMs) return;
    last = now;
    await pass(text);
  };
}
