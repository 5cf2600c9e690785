import type { Block, ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { bankingDaysBetween } from '../../calendar/banking-days.ts';
import { addDays } from '../../calendar/day.ts';
import type { Period } from '../../calendar/period.ts';
import type { Cents } from '../../money/cents.ts';
import { isComparable, type PeriodPair, periodPair } from '../compared-facts.ts';
import { type CitedFact, factSize } from '../fact-sheet.ts';
import { formatReportPeriod } from '../format-fact.ts';
import { paragraph, section } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { compactWithoutSign, prose, sentences, withNoun, withoutSign } from '../report-sentences.ts';
import {
  type Contributions,
  type Contributor,
  type ContributorFacts,
  type ContributorKind,
  type Contributors,
  contributorFacts,
  contributorsBlocks,
  directionNoun,
  type FlowDirection,
} from './change-contributors.ts';
import { type Flows, flowFacts } from './money-flow-sections.ts';

const MAX_COUNTED_DAYS = 3_700;

/** Null when both periods have equally many days on which ACH settles. */
function bankingDaysSentence({ scope, sheet }: ReportContext): Span[] | null {
  const [now, before] = [bankingDaysIn(scope.period), bankingDaysIn(scope.previous)];
  const source = 'Days on which the Federal Reserve settles ACH';
  const days = periodPair({ scope, sheet }, 'count', { label: 'Banking days', source, now, before });
  if (days.before === null || now === before) return null;
  return prose`The period has ${withNoun(days.now, 'banking day')}, the one before ${days.before}.`;
}

function bankingDaysIn({ firstDay, lastDay }: Period): number {
  const start = addDays(lastDay, -MAX_COUNTED_DAYS);
  return bankingDaysBetween(addDays(firstDay < start ? start : firstDay, -1), lastDay);
}

/** A company that stopped or began, with its money of the period in which it was active. */
export interface ChangedCompany {
  company: string;
  cents: Cents;
  entries: number;
  members: number;
}

/** Payers of several members that stopped, and new companies that collect from several members. */
export interface CompanyChanges {
  /** Paid several members for long, and nothing in this period; the largest first. */
  stoppedPaying: ChangedCompany[];
  /** Seen for the first time in this period, and collected from several members; the largest first. */
  beganCollecting: ChangedCompany[];
}

/** A single payer may be a buyer or a lender; from this many members and payments on, a stop is news. */
export const MIN_AFFECTED_MEMBERS = 3;
/** Companies first seen fewer days before the period are not regular payers. */
export const REGULAR_PAYER_AFTER_DAYS = 60;
/** A regular payer paid in this many of the months touched by these days before the period. */
export const REGULAR_PAYER_DAYS = 180;
export const REGULAR_PAYER_MONTHS = 3;

function countAndAverageSentence(
  one: 'credit' | 'debit',
  { amount, count }: { amount: PeriodPair; count: PeriodPair },
  { scope, sheet }: ReportContext,
): Span[] | null {
  if (count.before === null || amount.before === null) return null;
  if (factSize(count.now) === 0 || factSize(count.before) === 0) return null;
  const average = (total: CitedFact, entries: CitedFact, period: Period) =>
    compactWithoutSign(sheet.average(`Average ${one}, ${formatReportPeriod(period)}`, total, entries));
  const now = average(amount.now, count.now, scope.period);
  const before = average(amount.before, count.before, scope.previous);
  const more = sheet.difference(`${count.label}, change`, count.now, count.before);
  const size = factSize(more);
  const number =
    size === 0
      ? prose`There were as many ${one}s as before`
      : prose`There ${Math.abs(size) === 1 ? 'was' : 'were'} ${withoutSign(more)} ${size > 0 ? 'more' : 'fewer'} ${Math.abs(size) === 1 ? one : `${one}s`}`;
  return prose`${number}, and the average one was ${now} against ${before}.`;
}

/** A contributor is named from this part of the whole change on. */
const MIN_NAMED_PART = 0.05;
/** A class or a member gets its own sentence from this part of the whole change on. */
const DOMINANT_PART = 0.5;
const MAX_NAMED_CONTRIBUTORS = 3;
/** Daily amounts that differ by less are called the same. */
const SIMILAR_DAY_CHANGE = 0.2;

/** Who pushed credits or debits, who pulled the other way, and in which class. Empty without a change or a comparison. */
export function changeReasons(
  direction: FlowDirection,
  { contributions, total }: { contributions: Contributions; total: PeriodPair },
  context: ReportContext,
): Span[] {
  if (total.before === null) return [];
  const change = context.sheet.difference(`${total.label}, change`, total.now, total.before);
  const cents = change.fact.value.kind === 'money' ? change.fact.value.cents : 0;
  if (cents === 0) return [];
  const { companies, members, classes } = contributions[direction];
  const flow = { direction, cents, change, context };
  return sentences(
    prose`${directionNoun(direction)} ${cents > 0 ? 'rose' : 'fell'} by ${compactWithoutSign(change)}.`,
    mainContributors(companies, flow),
    opposingContributors(companies, flow),
    dominantMember(members, flow),
    dominantClass(classes, flow),
  );
}

interface FlowChange {
  direction: FlowDirection;
  cents: number;
  change: CitedFact;
  context: ReportContext;
}

const upOrDown = (cents: number) => (cents > 0 ? 'up' : 'down');
const changeCents = ({ nowCents, beforeCents }: Contributor) => nowCents - beforeCents;

function mainContributors({ largest }: Contributors, flow: FlowChange): Span[] | null {
  const named = largest
    .filter((mover) => partOfChange(mover, flow) >= MIN_NAMED_PART)
    .slice(0, MAX_NAMED_CONTRIBUTORS);
  const facts = named.map((mover) =>
    contributorFacts(mover, { direction: flow.direction, kind: 'companies' }, flow.context),
  );
  if (facts.length === 0) return prose`No single company stands behind it: many changed a little.`;
  const explained = named.reduce((sum, mover) => sum + partOfChange(mover, flow), 0);
  const opening = explained >= DOMINANT_PART ? 'Most of it is due to' : 'The largest part is due to';
  return sentences(prose`${opening} ${contributorList(facts, flow)}.`, calendarSentence(facts[0], flow));
}

/** Companies that pay on fixed days may have more of them in one period, which explains the change if each day brought as much. */
function calendarSentence(first: ContributorFacts | undefined, { context, direction }: FlowChange) {
  if (first === undefined) return null;
  const { mover, name, amount, days } = first;
  const { nowDays, beforeDays, nowCents, beforeCents } = mover;
  const isRegular =
    nowDays > 0 && beforeDays > 0 && nowDays !== beforeDays && mover.beforeEntries > 2 * beforeDays;
  if (!isRegular || amount.before === null || days.before === null) return null;
  const growth = nowCents / nowDays / (beforeCents / beforeDays) - 1;
  if (Math.abs(growth) > SIMILAR_DAY_CHANGE) return null;
  const aDay = (total: CitedFact, on: CitedFact, period: Period) =>
    compactWithoutSign(
      context.sheet.average(`${amount.label}, a day, ${formatReportPeriod(period)}`, total, on),
    );
  const now = aDay(amount.now, days.now, context.scope.period);
  const before = aDay(amount.before, days.before, context.scope.previous);
  const act = direction === 'credits' ? 'paid' : 'collected';
  return prose`That is the calendar: ${name} ${act} ${now} a day against ${before}, on ${nowDays > beforeDays ? 'more' : 'fewer'} days.`;
}

/** Each item has commas of its own, so semicolons separate them. */
function contributorList(movers: readonly ContributorFacts[], flow: FlowChange): Span[] {
  return movers.flatMap((mover, index) => [
    ...(index === 0 ? [] : [{ text: '; ' }]),
    ...contributorPhrase(mover, flow),
  ]);
}

function opposingContributors({ largest }: Contributors, flow: FlowChange): Span[] | null {
  const named = largest.filter((mover) => partOfChange(mover, flow) <= -DOMINANT_PART / 2).slice(0, 2);
  if (named.length === 0) return null;
  const facts = named.map((mover) =>
    contributorFacts(mover, { direction: flow.direction, kind: 'companies' }, flow.context),
  );
  return prose`Against it ${facts.length === 1 ? 'stands' : 'stand'} ${contributorList(facts, flow)}.`;
}

function dominantMember({ largest }: Contributors, flow: FlowChange): Span[] | null {
  const mover = largest.find((candidate) => partOfChange(candidate, flow) >= DOMINANT_PART / 2);
  if (mover === undefined) return null;
  const facts = contributorFacts(mover, { direction: flow.direction, kind: 'members' }, flow.context);
  const did = flow.direction === 'credits' ? 'received' : 'paid';
  const way = changeCents(mover) > 0 ? 'more' : 'less';
  return prose`A single member, ${facts.name}, ${did} ${compactWithoutSign(facts.change ?? facts.amount.now)} ${way}.`;
}

function dominantClass({ largest }: Contributors, flow: FlowChange): Span[] | null {
  const mover = largest.find((candidate) => partOfChange(candidate, flow) >= DOMINANT_PART);
  if (mover === undefined) return null;
  const facts = contributorFacts(mover, { direction: flow.direction, kind: 'classes' }, flow.context);
  return prose`By class it is mostly ${facts.name} (${upOrDown(changeCents(mover))} ${compactWithoutSign(facts.change ?? facts.amount.now)}).`;
}

function contributorPhrase(facts: ContributorFacts, flow: FlowChange): Span[] {
  const { name, mover, change, amount } = facts;
  return prose`${name}, ${upOrDown(changeCents(mover))} ${compactWithoutSign(change ?? amount.now)} (${entriesPhrase(facts, flow)})`;
}

function entriesPhrase({ mover, entries, days }: ContributorFacts, { direction }: FlowChange): Span[] {
  const one = direction === 'credits' ? 'credit' : 'debit';
  const now = prose`${withNoun(entries.now, one)} on ${withNoun(days.now, 'day')}`;
  if (entries.before === null || days.before === null) return now;
  if (mover.beforeEntries === 0) return prose`${now}, none in the period before`;
  if (mover.nowEntries === 0)
    return prose`none in this period, ${withNoun(entries.before, one)} in the one before`;
  return prose`${now} against ${entries.before} on ${withNoun(days.before, 'day')}`;
}

const partOfChange = (mover: Contributor, { cents }: FlowChange) => changeCents(mover) / cents;

export interface MoneyData {
  flows: Flows;
  contributions: Contributions;
  changes: CompanyChanges;
}

/** Without a comparison: where the money came from and went. */
export function whatChangedSection(
  { flows, contributions }: Pick<MoneyData, 'flows' | 'contributions'>,
  lists: readonly { direction: FlowDirection; kind: ContributorKind; most: number }[],
  context: ReportContext,
): ReportSection | null {
  const facts = flowFacts(flows, context);
  const isCompared = facts.credits.before !== null;
  const hasMoney = flows.now.credits + flows.now.debits + flows.before.credits + flows.before.debits > 0;
  if (!hasMoney) return null;
  const reasons: Block[] = isCompared
    ? [
        paragraph(
          changeReasons('credits', { contributions, total: facts.credits }, context),
          countAndAverageSentence('credit', { amount: facts.credits, count: facts.creditCount }, context),
        ),
        paragraph(
          changeReasons('debits', { contributions, total: facts.debits }, context),
          countAndAverageSentence('debit', { amount: facts.debits, count: facts.debitCount }, context),
        ),
        paragraph(bankingDaysSentence(context)),
      ]
    : [];
  return section(
    isCompared ? 'What changed, and why' : 'Where the money came from and went',
    ...reasons,
    ...lists.flatMap((list) =>
      contributorsBlocks(list, { contributions, total: facts[list.direction] }, context),
    ),
  );
}

export function flowActions({ changes }: MoneyData, context: ReportContext): (Span[] | null)[] {
  const { scope } = context;
  if (!isComparable(scope)) return [];
  const [stopped] = changes.stoppedPaying;
  const [begun] = changes.beganCollecting;
  return [
    stopped === undefined ? null : stoppedPayerAction(stopped, context),
    begun === undefined ? null : newCollectorAction(begun, context),
  ];
}

function stoppedPayerAction(changed: ChangedCompany, { scope, sheet }: ReportContext): Span[] {
  const name = sheet.entryCompany(changed.company);
  const amount = sheet
    .from('Sum of credits in the daily totals of companies', scope.previous)
    .money(`Credits of ${changed.company}`, changed.cents);
  const payments = withNoun(
    sheet
      .from('Count of credits in the daily totals of companies', scope.previous)
      .count(`Credits of ${changed.company}, number`, changed.entries),
    'payment',
  );
  return prose`Member services: ask why ${name}, which paid members ${compactWithoutSign(amount)} in ${payments} in the period before, paid nothing in this one. Pay that moves elsewhere is an early sign of members leaving.`;
}

function newCollectorAction(changed: ChangedCompany, { scope, sheet }: ReportContext): Span[] {
  const name = sheet.entryCompany(changed.company);
  const amount = sheet
    .from('Sum of debits in the daily totals of companies', scope.period)
    .money(`Debits of ${changed.company}`, changed.cents);
  return prose`Fraud analysts: look at ${name}, first seen in this period, which collected ${compactWithoutSign(amount)} from ${membersOf(changed, sheet)}; find out who it is, and whether they agreed.`;
}

function membersOf({ company, members }: ChangedCompany, sheet: ReportContext['sheet']): Span[] {
  const source = 'Accounts with entries of the company';
  return withNoun(sheet.from(source).count(`Members of ${company}`, members), 'member');
}
