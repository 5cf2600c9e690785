/** First digits by which values are told apart: steps are a hundredth wide at most. */
export const STEP_DIGITS = 3;

/** All values from one step up to the next, and how many peers have smaller ones. */
export interface PeerStep {
  /** The smallest value that belongs to it: cents, or transactions. */
  from: number;
  peers: number;
  below: number;
}

export interface PeerSteps {
  /** Ascending by `from`. */
  steps: readonly PeerStep[];
  total: number;
}

/** Whether the step holds a single value: one of so few digits is all of them. */
export function isOneValue({ from }: PeerStep): boolean {
  return from < 10 ** STEP_DIGITS;
}

/** @param counted steps that somebody is in, ascending */
export function peerSteps(counted: readonly { from: number; peers: number }[]): PeerSteps {
  let total = 0;
  const steps = counted.map(({ from, peers }) => {
    const below = total;
    total += peers;
    return { from, peers, below };
  });
  return { steps, total };
}

/** The step that a value belongs to if anybody's does: the last one that begins at it or before it. */
export function stepOf({ steps }: PeerSteps, value: number): PeerStep {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((steps[middle]?.from ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return steps[low - 1] ?? { from: 0, peers: 0, below: 0 };
}
