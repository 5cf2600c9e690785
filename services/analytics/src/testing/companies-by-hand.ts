import { addDays } from '@clearwatch/domain/calendar/day';
import type { LedgerEntry } from './a-ledger.ts';

/** Pay of several members, every second Friday of the year before 2026-06-26. */
function payroll(members: number): LedgerEntry[] {
  return Array.from({ length: 26 * members }, (_, at) => ({
    account: `STAFF${at % members}`,
    lastName: `Staff${at % members}`,
    company: 'ACME PAYROLL',
    amount: '1500.00',
    type: 'Credit' as const,
    day: addDays('2026-06-26', -14 * Math.floor(at / members)),
  }));
}

/** Four companies whose figures the tests of companies count by hand; the newest day is 2026-06-26. */
export const COMPANIES_BY_HAND: readonly LedgerEntry[] = [
  ...payroll(10),
  {
    account: 'STAFF0',
    lastName: 'Staff0',
    company: 'LUCKY CASINO',
    amount: '20.00',
    type: 'Debit',
    day: '2026-06-26',
  },
  {
    account: 'STAFF0',
    lastName: 'Staff0',
    company: 'Café Ñandú / 100%',
    amount: '3.50',
    type: 'Debit',
    day: '2026-06-24',
  },
  {
    account: 'STAFF1',
    lastName: 'Staff1',
    company: 'Café Ñandú / 100%',
    amount: '0.00',
    type: 'Debit',
    day: '2026-06-25',
    kind: 'prenote',
  },
  {
    account: 'STAFF1',
    lastName: 'Staff1',
    company: 'DATELESS',
    amount: '7.00',
    type: 'Credit',
    day: null,
  },
];
