import type { Span } from '@clearwatch/contracts/reports/report-document';
import { counted, prose } from '../prose.ts';
import type { ReportContext } from '../report-composer.ts';
import { isComparable } from './against-before.ts';
import { sizeWords } from './size-words.ts';
import type { Direction, MoverKind } from './stated-movers.ts';
import { statedMover } from './stated-movers.ts';
import type { MoneyData } from './what-changed.ts';

/** A company that pays members is worth a question when it stops, from this part of all credits before on. */
const LEAST_PART = 0.01;
/** Fewer credits may have been one payment each, which nobody expects again. */
const LEAST_CREDITS = 4;
/** What goes to a new company is worth a look from this part of all debits on. */
const LEAST_NEW_PART = 0.03;

/** A payer of weight that stopped, and money of weight that goes to a company for the first time. */
export function flowActions({ flows, contributions }: MoneyData, context: ReportContext): Span[][] {
  if (!isComparable(context.asked)) return [];
  const actions: Span[][] = [];
  const stopped = contributions.credits.companies.largest.find(
    ({ nowCents, beforeCents, beforeEntries }) =>
      nowCents === 0 &&
      beforeEntries >= LEAST_CREDITS &&
      beforeCents >= LEAST_PART * flows.before.creditCents,
  );
  if (stopped !== undefined) {
    const { name, amount } = statedIn('credits', stopped);
    actions.push(
      prose`Member services: ask why ${name}, which paid members ${sizeWords(amount.before ?? amount.now)} in the period before, paid nothing in this one. Pay that moved elsewhere is the first sign of members leaving.`,
    );
  }
  const begun = contributions.debits.companies.largest.find(
    ({ nowCents, beforeCents }) => beforeCents === 0 && nowCents >= LEAST_NEW_PART * flows.now.debitCents,
  );
  if (begun !== undefined) {
    const { name, amount, entries } = statedIn('debits', begun);
    actions.push(
      prose`Fraud analysts: look at ${name}, which took ${sizeWords(amount.now)} in ${counted(entries.now, 'debit')} and nothing in the period before: is it known, and did the members agree?`,
    );
  }
  return actions;

  function statedIn(direction: Direction, mover: (typeof contributions.credits.companies.largest)[number]) {
    const kind: MoverKind = 'companies';
    return statedMover(mover, { direction, kind }, context);
  }
}
