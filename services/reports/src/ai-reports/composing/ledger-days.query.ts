import type { Day } from '@clearwatch/domain/calendar/day';
import type { Period } from '@clearwatch/domain/calendar/period';
import { dayOf, integerOf, nullable } from '@clearwatch/service-kit/database/row-readers';
import type { LedgerFacts } from '../facts/ledger-facts.ts';

/**
 * The first day of the ledger and its newest that is not after `today`, as everywhere (docs/adr/0014); null while there is
 * no dated entry.
 */
export async function coveredDays(
  ledger: LedgerFacts,
  today: Day,
): Promise<{ firstDay: Day; asOf: Day } | null> {
  const [row = {}] = await ledger.rows(
    `SELECT min(day)::text AS first_day, max(day)::text AS as_of FROM analytics.ledger_days
     WHERE day > '-infinity' AND day <= $1`,
    [today],
  );
  const asOf = nullable(dayOf, row, 'as_of');
  return asOf === null ? null : { firstDay: dayOf(row, 'first_day'), asOf };
}

/** Whether anything was posted on these days. */
export async function hasEntries(ledger: LedgerFacts, { firstDay, lastDay }: Period): Promise<boolean> {
  const [row = {}] = await ledger.rows(
    'SELECT count(*) AS days FROM analytics.ledger_days WHERE day BETWEEN $1 AND $2 AND entries > 0',
    [firstDay, lastDay],
  );
  return integerOf(row, 'days') > 0;
}
