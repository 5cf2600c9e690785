import type { AlertEvidence } from '@clearwatch/contracts/fraud/alert-evidence';
import { addDays, type Day } from '../calendar/day.ts';
import { firstKeptDay } from './first-kept-day.ts';

/**
 * Whether a finding shows entries that leave today or tomorrow: nothing new is said about them. Alerts that stand keep their
 * entries; one that is raised while these are being purged could not. The day between is longer than any analysis takes from
 * reading to writing.
 */
export function restsOnLeaving(
  { entries }: Pick<AlertEvidence, 'entries'>,
  { today, keptYears }: { today: Day; keptYears: number },
): boolean {
  const staying = firstKeptDay(addDays(today, 1), keptYears);
  return entries.some(({ day }) => day < staying);
}
