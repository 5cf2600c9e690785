import { addDays } from '@clearwatch/domain/calendar/day';
import type { LedgerEntry } from './a-ledger.ts';

const KINDS = [
  'money',
  'money',
  'money',
  'zero_dollar',
  'prenote',
  'notification_of_change',
  'return',
] as const;

/** Two of them under two names each. */
const COMPANIES = [
  ...Array.from({ length: 10 }, (_, number) => `COMPANY ${number}`),
  'Company 1, Inc.',
  'company 2 llc',
];

/** Entries of few accounts, companies and days, so that imports overlap; some dateless, some of long ago. */
export function randomEntries(count: number, random: (below: number) => number): LedgerEntry[] {
  return Array.from({ length: count }, () => ({
    account: `40000000${10 + random(25)}`,
    company: COMPANIES[random(COMPANIES.length)] ?? '',
    amount: `${random(9000)}.${String(random(100)).padStart(2, '0')}`,
    type: random(2) === 0 ? ('Credit' as const) : ('Debit' as const),
    kind: KINDS[random(KINDS.length)] ?? 'money',
    class: random(10) === 0 ? 'IAT' : 'PPD',
    day: random(15) === 0 ? null : addDays('2026-01-01', random(300) - (random(20) === 0 ? 900 : 0)),
  }));
}
