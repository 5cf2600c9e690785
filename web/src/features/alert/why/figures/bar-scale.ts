import type { EvidenceFigure } from '@clearwatch/contracts/alerts';

/** Room right of the longer of both, so that a line at the end is still seen as a line. */
const HEADROOM = 1.12;

export interface BarScale {
  /** Percent of the bar's width that is filled. */
  filled: number;
  /** Percent of its width where the threshold stands. */
  line: number;
}

/** Where a figure and its threshold stand on a bar that begins at zero; null when nothing can be drawn of them. */
export function barScale({ value, threshold }: Pick<EvidenceFigure, 'value' | 'threshold'>): BarScale | null {
  const [observed, limit] = [Number(value), Number(threshold)];
  if (!(observed >= 0) || !(limit >= 0)) return null;
  const longest = Math.max(observed, limit);
  if (longest === 0 || !Number.isFinite(longest)) return null;
  const percentOf = (part: number) => (part / longest / HEADROOM) * 100;
  return { filled: percentOf(observed), line: percentOf(limit) };
}
