import type { Span } from '@clearwatch/contracts/reports/report-document';
import type { Period } from '../../metrics/period.ts';
import { periodWords } from '../day-words.ts';
import { type Stated, sizeOf } from '../fact-sheet.ts';
import { absolute, prose } from '../prose.ts';
import type { ReportContext } from '../report-composer.ts';
import type { Pair } from './pair.ts';
import { sizeWords } from './size-words.ts';

/** Whether it is more entries or larger ones. Null where there is nothing to compare. */
export function countAndAverage(
  one: 'credit' | 'debit',
  { amount, count }: { amount: Pair; count: Pair },
  { asked, sheet }: ReportContext,
): Span[] | null {
  if (count.before === null || amount.before === null) return null;
  const [now, before] = [
    average(amount.now, count.now, asked.period),
    average(amount.before, count.before, asked.previous),
  ];
  if (now === null || before === null) return null;
  const more = sheet.difference(`${count.label}, change`, count.now, count.before);
  const size = sizeOf(more);
  const number =
    size === 0
      ? prose`There were as many ${one}s as before`
      : prose`There ${Math.abs(size) === 1 ? 'was' : 'were'} ${absolute(more)} ${size > 0 ? 'more' : 'fewer'} ${Math.abs(size) === 1 ? one : `${one}s`}`;
  return prose`${number}, and the average one was ${sizeWords(now)} against ${sizeWords(before)}.`;

  function average(total: Stated, entries: Stated, period: Period): Stated | null {
    const [cents, number] = [sizeOf(total), sizeOf(entries)];
    if (number === 0) return null;
    const source = `${total.fact.id} ÷ ${entries.fact.id}, rounded to the cent`;
    return sheet.money(
      { label: `Average ${one}, ${periodWords(period)}`, source },
      Math.round(cents / number),
    );
  }
}
