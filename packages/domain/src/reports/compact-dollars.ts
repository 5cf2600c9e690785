import type { Cents } from '../money/cents.ts';
import { formatDollars } from '../money/format-dollars.ts';
import { formatNumber } from './format-fact.ts';

const STEPS = [
  { cents: 100_000_000_000, word: 'billion' },
  { cents: 100_000_000, word: 'million' },
] as const;

/** Money for a sentence: "$1.24 million" from a million up, whole dollars from a hundred up, cents below. */
export function compactDollars(cents: Cents): string {
  const size = Math.abs(cents);
  const sign = cents < 0 ? '-' : '';
  const step = STEPS.find((candidate) => size >= candidate.cents);
  if (step !== undefined) return `${sign}$${formatNumber(size / step.cents, 2)} ${step.word}`;
  return size >= 10_000 ? `${sign}$${formatNumber(size / 100, 0)}` : formatDollars(cents);
}
