import { addDays } from '@clearwatch/domain/calendar/day';
import type { LedgerEntry } from './a-ledger.ts';
import { aPerson, burstOfDebits, largeCredit, structuredDeposits } from './behaviours.ts';
import { ordinary } from './detection-world.ts';

const PEOPLE = [1, 2, 3, 4];

/**
 * A first file with ordinary lives, and `files` more over which planted behaviours are scattered entry by entry: a
 * behaviour begins in one file, grows in the next and is backdated by a third. Half the people have a second account.
 */
export function suspiciousFiles(files: number, random: (below: number) => number): LedgerEntry[][] {
  const dealt: LedgerEntry[][] = Array.from({ length: files }, () => []);
  for (const number of PEOPLE)
    for (const entry of plantedOn(number, random)) dealt[random(files)]?.push(entry);
  return [ordinary(...PEOPLE), ...dealt];
}

function plantedOn(number: number, random: (below: number) => number): LedgerEntry[] {
  const first = aPerson(number);
  const second = { ...first, account: `60000000${String(number).padStart(2, '0')}` };
  const someDay = () => addDays('2026-05-01', random(180));
  const begin = someDay();
  const planted = [
    ...structuredDeposits(first, begin),
    ...structuredDeposits(number % 2 === 0 ? first : second, addDays(begin, 1 + random(12))),
    ...burstOfDebits(first, random(2) === 0 ? begin : someDay()),
    largeCredit(first, random(2) === 0 ? addDays(begin, random(40)) : someDay()),
    { ...largeCredit(first, someDay()), amount: '12500.00' },
  ];
  return planted.filter(() => random(8) > 0);
}
