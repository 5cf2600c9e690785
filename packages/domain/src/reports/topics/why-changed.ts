import type { Span } from '@clearwatch/contracts/reports/report-document';
import { periodWords } from '../day-words.ts';
import type { Stated } from '../fact-sheet.ts';
import { counted, prose, sentences } from '../prose.ts';
import type { ReportContext } from '../report-composer.ts';
import type { Contributions, Mover, Movers } from './contributions.ts';
import type { Pair } from './pair.ts';
import { sizeWords } from './size-words.ts';
import { type Direction, type StatedMover, statedMover } from './stated-movers.ts';

/** A mover is named as a reason from this part of the whole change on. */
const LEAST_PART = 0.05;
/** One class of entries, or one member, is worth a sentence of its own from this part of the whole change on. */
const DOMINANT_PART = 0.5;
const MOST_NAMED = 3;
/** A day that brings so much more or less is much the same. */
const ABOUT_EQUAL = 0.2;

/**
 * Why credits or debits are not what they were: who pushed them, who pulled the other way, in which class of entries. Empty
 * where nothing changed or can be compared.
 */
export function whyChanged(
  direction: Direction,
  { contributions, total }: { contributions: Contributions; total: Pair },
  context: ReportContext,
): Span[] {
  if (total.before === null) return [];
  const change = context.sheet.difference(`${total.label}, change`, total.now, total.before);
  const cents = change.fact.value.kind === 'money' ? change.fact.value.cents : 0;
  if (cents === 0) return [];
  const { companies, members, classes } = contributions[direction];
  const told = { direction, cents, change, context };
  return sentences(
    prose`${noun(direction)} ${cents > 0 ? 'rose' : 'fell'} by ${sizeWords(change)}.`,
    pushing(companies, told),
    pulling(companies, told),
    dominantMember(members, told),
    dominantClass(classes, told),
  );
}

interface Told {
  direction: Direction;
  /** The whole change. */
  cents: number;
  change: Stated;
  context: ReportContext;
}

const noun = (direction: Direction) => (direction === 'credits' ? 'Credits' : 'Debits');
const upOrDown = (cents: number) => (cents > 0 ? 'up' : 'down');
const changeCents = ({ nowCents, beforeCents }: Mover) => nowCents - beforeCents;

/** Movers in the direction of the whole change, with what each did. */
function pushing({ largest }: Movers, told: Told): Span[] | null {
  const named = largest.filter((mover) => part(mover, told) >= LEAST_PART).slice(0, MOST_NAMED);
  const stated = named.map((mover) =>
    statedMover(mover, { direction: told.direction, kind: 'companies' }, told.context),
  );
  if (stated.length === 0) return prose`No single company stands behind it: many changed a little.`;
  const explained = named.reduce((sum, mover) => sum + part(mover, told), 0);
  const opening = explained >= DOMINANT_PART ? 'Most of it is due to' : 'The largest part is due to';
  return sentences(prose`${opening} ${listed(stated, told)}.`, calendarSentence(stated[0], told));
}

/**
 * A company that pays on fixed days has more of them in one period than in the other. Where a day brought about as much, that
 * is all there is to it.
 */
function calendarSentence(first: StatedMover | undefined, { context, direction }: Told): Span[] | null {
  if (first === undefined) return null;
  const { mover, name, amount, days } = first;
  const { nowDays, beforeDays, nowCents, beforeCents } = mover;
  const isRegular =
    nowDays > 0 && beforeDays > 0 && nowDays !== beforeDays && mover.beforeEntries > 2 * beforeDays;
  if (!isRegular || amount.before === null || days.before === null) return null;
  const growth = nowCents / nowDays / (beforeCents / beforeDays) - 1;
  if (Math.abs(growth) > ABOUT_EQUAL) return null;
  const aDay = (which: 'now' | 'before', { cents, of }: { cents: number; of: number }) => {
    const [total, on] = [amount[which] ?? amount.now, days[which] ?? days.now];
    const { period, previous } = context.asked;
    const label = `${amount.label}, a day, ${periodWords(which === 'now' ? period : previous)}`;
    const source = `${total.fact.id} ÷ ${on.fact.id}, rounded to the cent`;
    return context.sheet.money({ label, source }, Math.round(cents / of));
  };
  const now = aDay('now', { cents: nowCents, of: nowDays });
  const before = aDay('before', { cents: beforeCents, of: beforeDays });
  const act = direction === 'credits' ? 'paid' : 'collected';
  return prose`That is the calendar: ${name} ${act} ${sizeWords(now)} a day against ${sizeWords(before)}, on ${nowDays > beforeDays ? 'more' : 'fewer'} days.`;
}

/** Each has commas of its own: semicolons part them. */
function listed(movers: readonly StatedMover[], told: Told): Span[] {
  return movers.flatMap((mover, index) => [
    ...(index === 0 ? [] : [{ text: '; ' }]),
    ...moverWords(mover, told),
  ]);
}

/** Movers against the whole change, where they are large beside it. */
function pulling({ largest }: Movers, told: Told): Span[] | null {
  const named = largest.filter((mover) => part(mover, told) <= -DOMINANT_PART / 2).slice(0, 2);
  if (named.length === 0) return null;
  const stated = named.map((mover) =>
    statedMover(mover, { direction: told.direction, kind: 'companies' }, told.context),
  );
  return prose`Against it ${stated.length === 1 ? 'stands' : 'stand'} ${listed(stated, told)}.`;
}

function dominantMember({ largest }: Movers, told: Told): Span[] | null {
  const mover = largest.find((candidate) => part(candidate, told) >= DOMINANT_PART / 2);
  if (mover === undefined) return null;
  const stated = statedMover(mover, { direction: told.direction, kind: 'members' }, told.context);
  const did = told.direction === 'credits' ? 'received' : 'paid';
  const way = changeCents(mover) > 0 ? 'more' : 'less';
  return prose`A single member, ${stated.name}, ${did} ${sizeWords(stated.change ?? stated.amount.now)} ${way}.`;
}

function dominantClass({ largest }: Movers, told: Told): Span[] | null {
  const mover = largest.find((candidate) => part(candidate, told) >= DOMINANT_PART);
  if (mover === undefined) return null;
  const stated = statedMover(mover, { direction: told.direction, kind: 'classes' }, told.context);
  return prose`By class it is mostly ${stated.name} (${upOrDown(changeCents(mover))} ${sizeWords(stated.change ?? stated.amount.now)}).`;
}

/** "ACME PAYROLL, down $1,204 (12 credits on 2 days against 18 on 3)". */
function moverWords(stated: StatedMover, told: Told): Span[] {
  const { name, mover, change, amount } = stated;
  return prose`${name}, ${upOrDown(changeCents(mover))} ${sizeWords(change ?? amount.now)} (${entriesWords(stated, told)})`;
}

/** Whether they were more entries, or the same number of larger ones. */
function entriesWords({ mover, entries, days }: StatedMover, { direction }: Told): Span[] {
  const one = direction === 'credits' ? 'credit' : 'debit';
  const now = prose`${counted(entries.now, one)} on ${counted(days.now, 'day')}`;
  if (entries.before === null || days.before === null) return now;
  if (mover.beforeEntries === 0) return prose`${now}, none in the period before`;
  if (mover.nowEntries === 0)
    return prose`none in this period, ${counted(entries.before, one)} in the one before`;
  return prose`${now} against ${entries.before} on ${counted(days.before, 'day')}`;
}

const part = (mover: Mover, { cents }: Told) => changeCents(mover) / cents;
