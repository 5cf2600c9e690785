import type { Block, ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { bankingDaysBetween } from '../../calendar/banking-days.ts';
import { addDays } from '../../calendar/day.ts';
import type { Period } from '../../calendar/period.ts';
import { maskAccount } from '../../members/member-names.ts';
import type { Cents } from '../../money/cents.ts';
import { isComparable, type PeriodPair, pairsFrom } from '../compared-facts.ts';
import { type CitedFact, type FactSheet, factSize } from '../fact-sheet.ts';
import { formatReportPeriod } from '../format-fact.ts';
import { paragraph, right, section, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { compactWithoutSign, prose, sentences, withNoun, withoutSign } from '../report-sentences.ts';
import { type Flows, flowFacts } from './money-flow-sections.ts';

export interface Contributor {
  name: string;
  accountNumber: string | null;
  nowCents: Cents;
  /** 0 as well where the period before cannot be compared. */
  beforeCents: Cents;
  nowEntries: number;
  beforeEntries: number;
  nowDays: number;
  beforeDays: number;
}

/** The largest contributors to a change, largest first, and the number of others. */
export interface Contributors {
  largest: Contributor[];
  others: number;
}

export type FlowDirection = 'credits' | 'debits';
export type ContributorKind = keyof typeof KINDS;
export type Contributions = Record<FlowDirection, Record<ContributorKind, Contributors>>;
export type ContributorFacts = ReturnType<typeof contributorFacts>;

export const directionNoun = (direction: FlowDirection) => (direction === 'credits' ? 'Credits' : 'Debits');

const KINDS = {
  companies: {
    heading: 'Company',
    one: 'company',
    many: 'companies',
    source: 'in the daily totals of companies',
    name: (sheet: FactSheet, name: string) => sheet.entryCompany(name),
  },
  members: {
    heading: 'Member',
    one: 'member',
    many: 'members',
    source: 'in the daily totals of accounts',
    name: (sheet: FactSheet, name: string) =>
      sheet.from('Name of the account’s holder in the ledger').member('Member', name),
  },
  classes: {
    heading: 'SEC code',
    one: 'SEC code',
    many: 'SEC codes',
    source: 'of the entries of the ledger, by SEC code',
    name: (sheet: FactSheet, name: string) =>
      sheet.from('Standard entry class of the batch').word('SEC code', name),
  },
} as const;

export function contributorFacts(
  mover: Contributor,
  { direction, kind }: { direction: FlowDirection; kind: ContributorKind },
  context: ReportContext,
) {
  const { sheet } = context;
  const { source, name } = KINDS[kind];
  const masked = mover.accountNumber === null ? null : maskAccount(mover.accountNumber);
  const who = masked === null ? mover.name : `${mover.name}, ${masked}`;
  const what = `${directionNoun(direction)} of ${who}`;
  const counted = (of: string, now: number, before: number) =>
    pairsFrom(context, `${of} ${direction} ${source}`).count(`${of} ${direction} of ${who}`, now, before);
  const accounts = sheet.from(`Account of ${mover.name}`);
  const amounts = pairsFrom(context, `Sum of ${direction} ${source}`);
  const amount = amounts.money(what, mover.nowCents, mover.beforeCents);
  return {
    mover,
    name: name(sheet, mover.name),
    account: masked === null ? null : accounts.account('Account, masked', masked),
    amount,
    entries: counted('Number of', mover.nowEntries, mover.beforeEntries),
    days: counted('Days with', mover.nowDays, mover.beforeDays),
    change: amount.before && sheet.difference(`${what}, change`, amount.now, amount.before),
  };
}

/** Largest changes with their part of the whole; without a comparison the largest sums. */
export function contributorsBlocks(
  { direction, kind, most }: { direction: FlowDirection; kind: ContributorKind; most: number },
  { contributions, total }: { contributions: Contributions; total: PeriodPair },
  context: ReportContext,
): Block[] {
  const { sheet, scope } = context;
  const { largest, others } = contributions[direction][kind];
  const shown = largest.slice(0, most).map((mover) => contributorFacts(mover, { direction, kind }, context));
  if (shown.length === 0) return [];
  const { heading, one, many } = KINDS[kind];
  const isCompared = total.before !== null;
  const whole =
    total.before === null ? total.now : sheet.difference(`${total.label}, change`, total.now, total.before);
  const rows = shown.map(({ name, account, amount, change }) => {
    const label = `${isCompared ? 'Part of the whole change' : 'Part of all'}, ${name.text}`;
    const part = sheet.partOf(label, change ?? amount.now, whole);
    const compared = [isCompared && amount.before, isCompared && change];
    return [name, kind === 'members' && account, amount.now, ...compared, part];
  });
  const blocks = [
    table(
      `Largest ${isCompared ? 'changes in ' : ''}${direction}, by ${one}`,
      [
        heading,
        'Account',
        ...['Period', 'Period before', 'Change', isCompared ? 'Part of the whole' : 'Part of all'].map(right),
      ],
      rows,
    ),
  ];
  const left = others + largest.length - shown.length;
  if (left === 0 || kind === 'classes') return blocks;
  const counts = sheet.from('Count beyond those listed', scope.period);
  const count = counts.count(`Further ${many} with ${direction}`, left);
  const more = withNoun(count, `further ${one}`, `further ${many}`);
  const isOutweighed =
    isCompared &&
    shown.some(({ mover }) => Math.abs(mover.nowCents - mover.beforeCents) > Math.abs(factSize(whole)));
  return [
    ...blocks,
    paragraph(
      prose`${more} ${isCompared ? 'changed by' : 'had'} less.`,
      isOutweighed ? prose`A part beyond the whole is made up for by changes the other way.` : null,
    ),
  ];
}

const MAX_COUNTED_DAYS = 3_700;

/** Null when both periods have equally many days on which ACH settles. */
function bankingDaysSentence(context: ReportContext): Span[] | null {
  const [now, before] = [bankingDaysIn(context.scope.period), bankingDaysIn(context.scope.previous)];
  const source = 'Days on which the Federal Reserve settles ACH';
  const days = pairsFrom(context, source).count('Banking days', now, before);
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

/** Means of a sum in both periods; null where the period before cannot be compared. */
function averages(
  label: string,
  { total, of }: { total: PeriodPair; of: PeriodPair },
  { scope, sheet }: ReportContext,
): { now: CitedFact; before: CitedFact } | null {
  if (total.before === null || of.before === null) return null;
  const average = (sum: CitedFact, count: CitedFact, period: Period) =>
    compactWithoutSign(sheet.average(`${label}, ${formatReportPeriod(period)}`, sum, count));
  return {
    now: average(total.now, of.now, scope.period),
    before: average(total.before, of.before, scope.previous),
  };
}

function countAndAverageSentence(
  one: 'credit' | 'debit',
  { amount, count }: { amount: PeriodPair; count: PeriodPair },
  context: ReportContext,
): Span[] | null {
  if (factSize(count.now) === 0 || count.before === null || factSize(count.before) === 0) return null;
  const average = averages(`Average ${one}`, { total: amount, of: count }, context);
  const more = context.sheet.difference(`${count.label}, change`, count.now, count.before);
  const size = factSize(more);
  const isOne = Math.abs(size) === 1;
  const number =
    size === 0
      ? prose`There were as many ${one}s as before`
      : prose`There ${isOne ? 'was' : 'were'} ${withoutSign(more)} ${size > 0 ? 'more' : 'fewer'} ${one}${isOne ? '' : 's'}`;
  return average && prose`${number}, and the average one was ${average.now} against ${average.before}.`;
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
  const [one, act, got] =
    direction === 'credits'
      ? (['credit', 'paid', 'received'] as const)
      : (['debit', 'collected', 'paid'] as const);
  const partOf = (mover: Contributor) => changeCents(mover) / cents;
  const factsOf = (kind: ContributorKind, movers: readonly Contributor[]) =>
    movers.map((mover) => contributorFacts(mover, { direction, kind }, context));
  const sizeOf = (facts: ContributorFacts) => compactWithoutSign(facts.change ?? facts.amount.now);
  /** Each item has commas of its own, so semicolons separate them. */
  const list = (movers: readonly ContributorFacts[]) =>
    movers.flatMap((facts, index) => [
      { text: index === 0 ? '' : '; ' },
      ...prose`${facts.name}, ${upOrDown(facts.mover)} ${sizeOf(facts)} (${entriesPhrase(facts, one)})`,
    ]);

  const main = companies.largest
    .filter((mover) => partOf(mover) >= MIN_NAMED_PART)
    .slice(0, MAX_NAMED_CONTRIBUTORS);
  const isMost = main.reduce((sum, mover) => sum + partOf(mover), 0) >= DOMINANT_PART;
  const mainFacts = factsOf('companies', main);
  const reasons = [
    prose`${directionNoun(direction)} ${cents > 0 ? 'rose' : 'fell'} by ${compactWithoutSign(change)}.`,
    mainFacts.length === 0
      ? prose`No single company stands behind it: many changed a little.`
      : prose`${isMost ? 'Most of it is due to' : 'The largest part is due to'} ${list(mainFacts)}.`,
    ...mainFacts.slice(0, 1).map((first) => calendarSentence(first, act, context)),
  ];
  const against = companies.largest.filter((mover) => partOf(mover) <= -DOMINANT_PART / 2).slice(0, 2);
  if (against.length > 0)
    reasons.push(
      prose`Against it ${against.length === 1 ? 'stands' : 'stand'} ${list(factsOf('companies', against))}.`,
    );
  const member = members.largest.filter((mover) => partOf(mover) >= DOMINANT_PART / 2).slice(0, 1);
  for (const facts of factsOf('members', member)) {
    const way = changeCents(facts.mover) > 0 ? 'more' : 'less';
    reasons.push(prose`A single member, ${facts.name}, ${got} ${sizeOf(facts)} ${way}.`);
  }
  const secCode = classes.largest.filter((mover) => partOf(mover) >= DOMINANT_PART).slice(0, 1);
  for (const facts of factsOf('classes', secCode))
    reasons.push(prose`By class it is mostly ${facts.name} (${upOrDown(facts.mover)} ${sizeOf(facts)}).`);
  return sentences(...reasons);
}

const changeCents = ({ nowCents, beforeCents }: Contributor) => nowCents - beforeCents;
const upOrDown = (mover: Contributor) => (changeCents(mover) > 0 ? 'up' : 'down');

/** Companies that pay on fixed days may have more of them in one period, which explains the change if each day brought as much. */
function calendarSentence(
  { mover, name, amount, days }: ContributorFacts,
  act: 'paid' | 'collected',
  context: ReportContext,
): Span[] | null {
  const { nowDays, beforeDays, nowCents, beforeCents } = mover;
  const isRegular =
    nowDays > 0 && beforeDays > 0 && nowDays !== beforeDays && mover.beforeEntries > 2 * beforeDays;
  const growth = nowCents / nowDays / (beforeCents / beforeDays) - 1;
  if (!isRegular || Math.abs(growth) > SIMILAR_DAY_CHANGE) return null;
  const aDay = averages(`${amount.label}, a day`, { total: amount, of: days }, context);
  return (
    aDay &&
    prose`That is the calendar: ${name} ${act} ${aDay.now} a day against ${aDay.before}, on ${nowDays > beforeDays ? 'more' : 'fewer'} days.`
  );
}

function entriesPhrase({ mover, entries, days }: ContributorFacts, one: 'credit' | 'debit'): Span[] {
  const now = prose`${withNoun(entries.now, one)} on ${withNoun(days.now, 'day')}`;
  if (entries.before === null || days.before === null) return now;
  if (mover.beforeEntries === 0) return prose`${now}, none in the period before`;
  if (mover.nowEntries === 0)
    return prose`none in this period, ${withNoun(entries.before, one)} in the one before`;
  return prose`${now} against ${entries.before} on ${withNoun(days.before, 'day')}`;
}

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
  const reasons = (direction: FlowDirection, one: 'credit' | 'debit') =>
    paragraph(
      changeReasons(direction, { contributions, total: facts[direction] }, context),
      countAndAverageSentence(one, { amount: facts[direction], count: facts[`${one}Count`] }, context),
    );
  return section(
    isCompared ? 'What changed, and why' : 'Where the money came from and went',
    ...(isCompared
      ? [reasons('credits', 'credit'), reasons('debits', 'debit'), paragraph(bankingDaysSentence(context))]
      : []),
    ...lists.flatMap((list) =>
      contributorsBlocks(list, { contributions, total: facts[list.direction] }, context),
    ),
  );
}

export function flowActions({ changes }: MoneyData, { scope, sheet }: ReportContext): Span[][] {
  if (!isComparable(scope)) return [];
  const [stopped] = changes.stoppedPaying;
  const [begun] = changes.beganCollecting;
  const actions: Span[][] = [];
  const source = (figure: string) => `${figure} in the daily totals of companies`;
  if (stopped !== undefined) {
    const { company, cents, entries } = stopped;
    const name = sheet.entryCompany(company);
    const amount = sheet.from(source('Sum of credits'), scope.previous).money(`Credits of ${company}`, cents);
    const counts = sheet.from(source('Count of credits'), scope.previous);
    const payments = withNoun(counts.count(`Credits of ${company}, number`, entries), 'payment');
    actions.push(
      prose`Member services: ask why ${name}, which paid members ${compactWithoutSign(amount)} in ${payments} in the period before, paid nothing in this one. Pay that moves elsewhere is an early sign of members leaving.`,
    );
  }
  if (begun !== undefined) {
    const { company, cents, members } = begun;
    const name = sheet.entryCompany(company);
    const amount = sheet.from(source('Sum of debits'), scope.period).money(`Debits of ${company}`, cents);
    const payers = sheet.from('Accounts with entries of the company').count(`Members of ${company}`, members);
    actions.push(
      prose`Fraud analysts: look at ${name}, first seen in this period, which collected ${compactWithoutSign(amount)} from ${withNoun(payers, 'member')}; find out who it is, and whether they agreed.`,
    );
  }
  return actions;
}
