import { addDays } from '@clearwatch/domain/calendar/day';
import type { LedgerEntry } from './a-ledger.ts';
import { aPerson } from './behaviours.ts';

/**
 * Companies whose standing moves as files come: billers that few use at first and then several, over months or all at
 * once, and one that debits six people within two days. Amounts are large enough for the rules that ask who a company is.
 */
export function sharedCompanies(people: readonly number[], random: (below: number) => number): LedgerEntry[] {
  const debit = (number: number, company: string, day: string): LedgerEntry => ({
    ...aPerson(number),
    company,
    amount: `${400 + random(2_000)}.${10 + random(90)}`,
    type: 'Debit',
    day,
  });
  const billers = ['LAKE UTILITIES', 'Hill Insurance, Inc.', 'RIVER PARKING', 'VALLEY FITNESS'].flatMap(
    (company) => {
      const begin = addDays('2026-04-01', random(150));
      const span = random(2) === 0 ? 6 : 120;
      return people
        .filter(() => random(3) > 0)
        .flatMap((number) =>
          Array.from({ length: 1 + random(3) }, () => debit(number, company, addDays(begin, random(span)))),
        );
    },
  );
  const struck = addDays('2026-05-01', random(150));
  const spray = people.map((number) => debit(number, 'PRIME SERVICES 24', addDays(struck, random(2))));
  return [...billers, ...spray];
}
