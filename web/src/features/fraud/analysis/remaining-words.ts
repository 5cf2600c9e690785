import { formatCounted } from '../../../formats/count.ts';

interface Pace {
  /** Parts done since it was first looked at, and how long that took. */
  parts: number;
  milliseconds: number;
  partsLeft: number;
}

/** From fewer parts or a shorter look nothing can be told. */
const LEAST_PARTS = 2;
const LEAST_MS = 10_000;
const MINUTE_MS = 60_000;

/** How long the rest of the analysis may take at its pace; null while that cannot be told. */
export function remainingWords({ parts, milliseconds, partsLeft }: Pace): string | null {
  if (parts < LEAST_PARTS || milliseconds < LEAST_MS || partsLeft <= 0) return null;
  const left = (milliseconds / parts) * partsLeft;
  if (left < MINUTE_MS) return 'less than a minute left';
  return `about ${formatCounted(Math.round(left / MINUTE_MS), 'minute')} left`;
}
