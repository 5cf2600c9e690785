import type { Standing } from '../topics/members/standing.ts';

/** A member with $4,000.00 a month in and $1,000.00 out, as usual. */
export function aStanding(name: string, change: Partial<Standing> = {}): Standing {
  return {
    member: { accountNumber: `10000${name.length}0001`, name },
    incomeCents: 400_000,
    billsCents: 100_000,
    risk: 'low',
    firstDay: '2026-01-05',
    lastDay: '2026-08-28',
    normal: { creditCents: 400_000, debitCents: 100_000, months: 6 },
    latelyCreditCents: 400_000,
    latelyDebitCents: 100_000,
    now: { creditCents: 400_000, debitCents: 100_000 },
    before: { creditCents: 400_000, debitCents: 100_000 },
    openHigh: 0,
    openMedium: 0,
    mainSource: { company: 'RIVERTON SCHOOLS', cents: 3_000_000 },
    ...change,
  };
}
