import type { Cents } from '../money/cents.ts';
import { formatDollars } from '../money/format-dollars.ts';

/** Whole dollars in a sentence: "$3,000". */
export function wholeDollars(cents: Cents): string {
  return formatDollars(cents).replace('.00', '');
}
