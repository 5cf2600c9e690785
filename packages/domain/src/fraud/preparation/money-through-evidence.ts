import type { EvidenceFact } from '@clearwatch/contracts/fraud/alert-evidence';
import { type Cents, formatCents } from '../../money/cents.ts';
import { formatDollars } from '../../money/format-dollars.ts';
import type { DatedEntry } from '../entry.ts';
import { companiesNamed } from './companies-named.ts';
import { isMoneyIn } from './money-through.ts';
import type { PreparedEntry } from './prepared-entry.ts';

/** What an entry is in money that goes through an account. */
export function partOfThrough({ transactionType }: DatedEntry): string {
  return transactionType === 'Credit' ? 'Money in' : 'Money out';
}

/** The ledger of money in and out with the share that left and the share that stayed (detection catalogue, section 6). */
export function throughFacts(entries: readonly PreparedEntry[]): EvidenceFact[] {
  const { credits, debits, inCents, outCents } = sidesOf(entries);
  // Rounded once, so that what left and what stayed make up a hundred.
  const left = inCents === 0 ? 0 : Math.round((1000 * outCents) / inCents) / 10;
  return [
    { label: 'Money in', value: formatCents(inCents), unit: 'USD' },
    { label: 'Money out', value: formatCents(outCents), unit: 'USD' },
    { label: 'Share of all money in that left', value: left.toFixed(1), unit: 'percent' },
    {
      label: 'Share of all money in that stayed',
      value: Math.max(0, 100 - left).toFixed(1),
      unit: 'percent',
    },
    { label: 'Senders', value: companiesNamed(credits) || 'none', unit: 'text' },
    { label: 'Where it went', value: companiesNamed(debits) || 'nowhere yet', unit: 'text' },
  ];
}

/** "2 credits of 2 unfamiliar senders, $5,000.00 from 2026-03-02 to 2026-03-03; $4,750.00 went out until …, to …." */
export function describeThrough(entries: readonly PreparedEntry[]): string {
  const { credits, debits, inCents, outCents } = sidesOf(entries);
  const senders = new Set(credits.map(({ entry }) => entry.companyKey)).size;
  const [first, last] = [credits[0]?.entry.day, credits.at(-1)?.entry.day];
  const when = first === last ? `on ${first}` : `from ${first} to ${last}`;
  const out =
    debits.length === 0
      ? 'nothing of it went out yet.'
      : `${formatDollars(outCents)} went out until ${debits.at(-1)?.entry.day}, to ${companiesNamed(debits)}.`;
  return (
    `${counted(credits.length, 'credit')} of ${counted(senders, 'unfamiliar sender')}, ${formatDollars(inCents)} ` +
    `${when}; ${out}`
  );
}

function counted(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`;
}

interface Sides {
  credits: PreparedEntry[];
  debits: PreparedEntry[];
  inCents: Cents;
  outCents: Cents;
}

function sidesOf(entries: readonly PreparedEntry[]): Sides {
  const credits = entries.filter(isMoneyIn);
  const debits = entries.filter((prepared) => !isMoneyIn(prepared));
  return { credits, debits, inCents: sumOf(credits), outCents: sumOf(debits) };
}

function sumOf(entries: readonly PreparedEntry[]): Cents {
  return entries.reduce((sum, { entry }) => sum + entry.amountCents, 0);
}
