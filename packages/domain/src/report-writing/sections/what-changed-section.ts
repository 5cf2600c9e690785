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
  /** Also 0 when there is no comparison. */
  beforeCents: Cents;
  nowEntries: number;
  beforeEntries: number;
  nowDays: number;
  beforeDays: number;
}

/** The largest contributors to a change, largest first, and the number of other contributors. */
export interface Contributors {
  largest: Contributor[];
  others: number;
}

export type FlowDirection = 'credits' | 'debits';
export type ContributorKind = keyof typeof KINDS;
export type Contributions = Record<FlowDirection, Record<ContributorKind, Contributors>>;
export type ContributorFacts = ReturnType<typeof contributorFacts>;

export const directionNoun = (direction: FlowDirection) => (direction === 'credits' ? 'Credits' : 'Debits');

const kindOf = (
  [heading, one, many]: readonly [heading: string, one: string, many: string],
  source: string,
  name: (sheet: FactSheet, name: string) => CitedFact,
) => ({ heading, one, many, source, name });

const KINDS = {
  companies: kindOf(['Company', 'company', 'companies'], 'in the daily totals of companies', (sheet, name) =>
    sheet.entryCompany(name),
  ),
  members: kindOf(['Member', 'member', 'members'], 'in the daily totals of accounts', (sheet, name) =>
    sheet.from('Name of the account holder in the ledger').member('Member', name),
  ),
  classes: kindOf(['SEC code', 'SEC code', 'SEC codes'], 'in ledger entries, by SEC code', (sheet, name) =>
    sheet.from('Standard entry class of the batch').word('SEC code', name),
  ),
};

export function contributorFacts(
  mover: Contributor,
  { direction, kind }: { direction: FlowDirection; kind: ContributorKind },
  context: ReportContext,
) {
  const { sheet } = context;
  const { source, name } = KINDS[kind];
  const masked = mover.accountNumber === null ? null : maskAccount(mover.accountNumber);
  const who = masked === null ? mover.name : `${mover.name}, ${masked}`;
  const what = `${directionNoun(direction)} for ${who}`;
  const counted = (of: string, now: number, before: number) =>
    pairsFrom(context, `${of} ${direction} ${source}`).count(`${of} ${direction} for ${who}`, now, before);
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

/** The largest changes with their share of the total change; without a comparison, the largest sums. */
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
  const whole = total.before === null ? total.now : sheet.difference(`${total.label}, change`, total.now, total.before);
  const rows = shown.map(({ name, account, amount, change }) => {
    const label = `${isCompared ? 'Share of the total change' : 'Share of total'}, ${name.text}`;
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
        ...['Period', 'Previous period', 'Change', isCompared ? 'Share of change' : 'Share of total'].map(right),
      ],
      rows,
    ),
  ];
  const left = others + largest.length - shown.length;
  if (left === 0 || kind === 'classes') return blocks;
  const counts = sheet.from('Count beyond those listed', scope.period);
  const count = counts.count(`Other ${many} with ${direction}`, left);
  const more = withNoun(count, `other ${one}`, `other ${many}`);
  const isOutweighed =
    isCompared && shown.some(({ mover }) => Math.abs(mover.nowCents - mover.beforeCents) > Math.abs(factSize(whole)));
  return [
    ...blocks,
    paragraph(
      prose`${more} ${isCompared ? 'changed by' : 'had'} smaller amounts.`,
      isOutweighed ? prose`Changes larger than the total are offset by changes in the opposite direction.` : null,
    ),
  ];
}

const MAX_COUNTED_DAYS = 3_700;

/** Null without a comparison, or when both periods have the same number of ACH settlement days. */
function bankingDaysSentence(context: ReportContext): Span[] | null {
  const [now, before] = [bankingDaysIn(context.scope.period), bankingDaysIn(context.scope.previous)];
  const source = 'Days on which the Federal Reserve settles ACH';
  const days = pairsFrom(context, source).count('Banking days', now, before);
  if (days.before === null || now === before) return null;
  return prose`The period has ${withNoun(days.now, 'banking day')}; the previous period had ${days.before}.`;
}

function bankingDaysIn({ firstDay, lastDay }: Period): number {
  const start = addDays(lastDay, -MAX_COUNTED_DAYS);
  return bankingDaysBetween(addDays(firstDay < start ? start : firstDay, -1), lastDay);
}

/** A company that stopped or started, with its amount in the period when it was active. */
export interface ChangedCompany {
  company: string;
  cents: Cents;
  entries: number;
  members: number;
}

/** Companies that stopped paying several members, and new companies that collect from several members. */
export interface CompanyChanges {
  /** Companies that paid several members for months but paid nothing in this period, largest first. */
  stoppedPaying: ChangedCompany[];
  /** Companies first seen in this period that collected from several members, largest first. */
  beganCollecting: ChangedCompany[];
}

/** A payer with fewer members or payments may be a buyer or a lender, so it means little when it stops paying. */
export const MIN_AFFECTED_MEMBERS = 3;
/** A company first seen fewer days than this before the period is not a regular payer. */
export const REGULAR_PAYER_AFTER_DAYS = 60;
/**
 * A regular payer has paid in at least REGULAR_PAYER_MONTHS months within this many days before the period.
 */
export const REGULAR_PAYER_DAYS = 180;
export const REGULAR_PAYER_MONTHS = 3;

/** Averages in both periods; null when there is no comparison. */
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
      ? prose`The number of ${one}s did not change`
      : prose`There ${isOne ? 'was' : 'were'} ${withoutSign(more)} ${size > 0 ? 'more' : 'fewer'} ${one}${isOne ? '' : 's'}`;
  return average && prose`${number}, and the average ${one} was ${average.now}, compared with ${average.before}.`;
}

/** Minimum share of the total change for a contributor to be named. */
const MIN_NAMED_PART = 0.05;
/** Minimum share for "most of the change" or an SEC code. A member or an opposite change needs half of that. */
const DOMINANT_PART = 0.5;
const MAX_NAMED_CONTRIBUTORS = 3;
/** Daily amounts that differ by at most this share count as equal. */
const SIMILAR_DAY_CHANGE = 0.2;

/**
 * Names the main contributors, opposite contributors and SEC code. Empty without a change or a comparison.
 */
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
    direction === 'credits' ? (['credit', 'paid', 'received'] as const) : (['debit', 'collected', 'paid'] as const);
  const partOf = (mover: Contributor) => changeCents(mover) / cents;
  const factsOf = (kind: ContributorKind, movers: readonly Contributor[]) =>
    movers.map((mover) => contributorFacts(mover, { direction, kind }, context));
  const sizeOf = (facts: ContributorFacts) => compactWithoutSign(facts.change ?? facts.amount.now);
  /** Items contain commas, so semicolons separate them. */
  const list = (movers: readonly ContributorFacts[]) =>
    movers.flatMap((facts, index) => [
      { text: index === 0 ? '' : '; ' },
      ...prose`${facts.name}, ${upOrDown(facts.mover)} ${sizeOf(facts)} (${entriesPhrase(facts, one)})`,
    ]);

  const main = companies.largest.filter((mover) => partOf(mover) >= MIN_NAMED_PART).slice(0, MAX_NAMED_CONTRIBUTORS);
  const isMost = main.reduce((sum, mover) => sum + partOf(mover), 0) >= DOMINANT_PART;
  const mainFacts = factsOf('companies', main);
  const reasons = [
    prose`${directionNoun(direction)} ${cents > 0 ? 'rose' : 'fell'} by ${compactWithoutSign(change)}.`,
    mainFacts.length === 0
      ? prose`No single company accounts for the change; many changed slightly.`
      : prose`${isMost ? 'Most of the change' : 'The largest share'} came from ${list(mainFacts)}.`,
    ...mainFacts.slice(0, 1).map((first) => calendarSentence(first, act, context)),
  ];
  const against = companies.largest.filter((mover) => partOf(mover) <= -DOMINANT_PART / 2).slice(0, 2);
  if (against.length > 0) reasons.push(prose`In the opposite direction: ${list(factsOf('companies', against))}.`);
  const member = members.largest.filter((mover) => partOf(mover) >= DOMINANT_PART / 2).slice(0, 1);
  for (const facts of factsOf('members', member)) {
    const way = changeCents(facts.mover) > 0 ? 'more' : 'less';
    reasons.push(prose`A single member, ${facts.name}, ${got} ${sizeOf(facts)} ${way}.`);
  }
  const secCode = classes.largest.filter((mover) => partOf(mover) >= DOMINANT_PART).slice(0, 1);
  for (const facts of factsOf('classes', secCode))
    reasons.push(
      prose`By SEC code, most of the change was in ${facts.name} (${upOrDown(facts.mover)} ${sizeOf(facts)}).`,
    );
  return sentences(...reasons);
}

const changeCents = ({ nowCents, beforeCents }: Contributor) => nowCents - beforeCents;
const upOrDown = (mover: Contributor) => (changeCents(mover) > 0 ? 'up' : 'down');

/** More or fewer payment days explain a regular payer's change when the amount per day is about the same. */
function calendarSentence(
  { mover, name, amount, days }: ContributorFacts,
  act: 'paid' | 'collected',
  context: ReportContext,
): Span[] | null {
  const { nowDays, beforeDays, nowCents, beforeCents } = mover;
  const isRegular = nowDays > 0 && beforeDays > 0 && nowDays !== beforeDays && mover.beforeEntries > 2 * beforeDays;
  const growth = nowCents / nowDays / (beforeCents / beforeDays) - 1;
  if (!isRegular || Math.abs(growth) > SIMILAR_DAY_CHANGE) return null;
  const aDay = averages(`${amount.label}, a day`, { total: amount, of: days }, context);
  return (
    aDay &&
    prose`The calendar explains this: ${name} ${act} on ${nowDays > beforeDays ? 'more' : 'fewer'} days, at ${aDay.now} a day, compared with ${aDay.before}.`
  );
}

function entriesPhrase({ mover, entries, days }: ContributorFacts, one: 'credit' | 'debit'): Span[] {
  const now = prose`${withNoun(entries.now, one)} on ${withNoun(days.now, 'day')}`;
  if (entries.before === null || days.before === null) return now;
  if (mover.beforeEntries === 0) return prose`${now}, none in the previous period`;
  if (mover.nowEntries === 0)
    return prose`none in this period, ${withNoun(entries.before, one)} in the previous period`;
  return prose`${now}, compared with ${entries.before} on ${withNoun(days.before, 'day')}`;
}

export interface MoneyData {
  flows: Flows;
  contributions: Contributions;
  changes: CompanyChanges;
}

/** Without a comparison, states only where the money came from and where it went. */
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
    isCompared ? 'What changed, and why' : 'Where the money came from and where it went',
    ...(isCompared
      ? [reasons('credits', 'credit'), reasons('debits', 'debit'), paragraph(bankingDaysSentence(context))]
      : []),
    ...lists.flatMap((list) => contributorsBlocks(list, { contributions, total: facts[list.direction] }, context)),
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
    const amount = sheet.from(source('Sum of credits'), scope.previous).money(`Credits for ${company}`, cents);
    const counts = sheet.from(source('Count of credits'), scope.previous);
    const payments = withNoun(counts.count(`Number of credits for ${company}`, entries), 'payment');
    actions.push(
      prose`Member services: ask why ${name}, which paid members ${compactWithoutSign(amount)} in ${payments} in the previous period, paid nothing in this period. Payroll that moves elsewhere is an early sign that members are leaving.`,
    );
  }
  if (begun !== undefined) {
    const { company, cents, members } = begun;
    const name = sheet.entryCompany(company);
    const amount = sheet.from(source('Sum of debits'), scope.period).money(`Debits for ${company}`, cents);
    const payers = sheet
      .from('Accounts with entries from the company')
      .count(`Members with entries from ${company}`, members);
    actions.push(
      prose`Fraud analysts: review ${name}, first seen in this period, which collected ${compactWithoutSign(amount)} from ${withNoun(payers, 'member')}. Identify the company and confirm that the members authorized the debits.`,
    );
  }
  return actions;
}
