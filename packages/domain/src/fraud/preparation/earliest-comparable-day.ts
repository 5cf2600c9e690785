import { epochDay } from '../../calendar/day.ts';
import { type DetectionContext, WARM_UP_DAYS } from '../frame.ts';

/** First day (since 1970-01-01) after the ledger's warm-up: rules that compare with a normal speak from here on. */
export function earliestComparableDay(context: DetectionContext): number {
  return epochDay(context.ledgerFirstDay) + WARM_UP_DAYS;
}
