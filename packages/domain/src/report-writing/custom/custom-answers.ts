import type { Block, ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import type { Day } from '../../calendar/day.ts';
import { daysIn, type Period } from '../../calendar/period.ts';
import { activityLabel } from '../../detection/activity-label.ts';
import type { Cents } from '../../money/cents.ts';
import { returnReasonOf } from '../../nacha/return-and-change-codes.ts';
import { describeFactIn } from '../compared-facts.ts';
import { type CitedFact, type FactSheet, factSize } from '../fact-sheet.ts';
import {
  chartOf,
  joinWithAnd,
  paragraph,
  prose,
  type SentencePart,
  sentences,
  type TableCell,
  table,
  withNoun,
  withoutSign,
} from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import type { ReportedAlert } from '../sections/alert-facts.ts';
import { alertLinks, alertsTable } from '../sections/alert-sections.ts';
import { type MemberRef, memberCells, memberPhrase } from '../sections/member-figures.ts';
import { isTimeGroup, type Query, type QueryGroup } from './question-to-query.ts';

/** Money of some entries. Members and companies are null where they were not asked for. */
export interface FlowFigures {
  creditCents: Cents;
  debitCents: Cents;
  credits: number;
  debits: number;
  members: number | null;
  companies: number | null;
}

/** Alerts, or returned debits, of which only `all` is said. */
export interface CountTally {
  all: number;
  high: number;
  open: number;
}

export interface AnswerTableRow {
  /** Company, account, first day of a stretch of time, SEC code, type of alert, return reason. */
  key: string;
  member: MemberRef | null;
  now: FlowFigures;
  before: FlowFigures | null;
  tally: CountTally;
}

export interface AnswerEntry {
  day: Day;
  member: MemberRef;
  company: string;
  isCredit: boolean;
  secClass: string | null;
  description: string | null;
  cents: Cents;
}

/** What the ledger holds to answer one question. */
export interface AnswerData {
  now: FlowFigures;
  before: FlowFigures | null;
  /** Without the names, classes and limits of the question: what a share is of. */
  whole: FlowFigures | null;
  tally: CountTally;
  tallyBefore: CountTally | null;
  rows: AnswerTableRow[];
  /** Of `change` by members, where companies and members are both asked for. */
  memberRows: AnswerTableRow[];
  /** How many there are in all, those listed included. */
  groups: number;
  entries: AnswerEntry[];
  alerts: ReportedAlert[];
}

export const NO_FIGURES: FlowFigures = {
  creditCents: 0,
  debitCents: 0,
  credits: 0,
  debits: 0,
  members: null,
  companies: null,
};
export const NO_TALLY: CountTally = { all: 0, high: 0, open: 0 };
export const NO_ANSWER: AnswerData = {
  now: NO_FIGURES,
  before: null,
  whole: null,
  tally: NO_TALLY,
  tallyBefore: null,
  rows: [],
  memberRows: [],
  groups: 0,
  entries: [],
  alerts: [],
};

export interface Answer {
  /** One sentence or two that answer the question. */
  lead: Span[];
  section: ReportSection;
}

interface AnswerContext extends ReportContext {
  query: Query;
  answered: AnswerData;
}

const SOURCE = 'Entries of the ledger';

/** The answer to a question that was understood: a sentence with its figures, then a table of them. */
export function answerOf(query: Query, answered: AnswerData, context: ReportContext): Answer {
  const writing: AnswerContext = { ...context, query, answered };
  const { lead, blocks } = composeAnswer(writing);
  const reading = query.isReversed ? reversed(writing) : null;
  const opening = sentences(reading, meaningOfName(writing), lead, coverage(writing));
  return {
    lead: opening,
    section: {
      title: titleOf(query),
      blocks: [
        paragraph(opening),
        ...blocks,
        paragraph(prose`Read as: ${interpretationOf(query, context.sheet)}.`),
      ],
    },
  };
}

function composeAnswer(writing: AnswerContext): { lead: Span[]; blocks: Block[] } {
  const { query } = writing;
  if (query.of !== 'money') return countsAnswer(writing);
  switch (query.answer) {
    case 'figure':
      return figureAnswer(writing);
    case 'ranking':
      return rankingAnswer(writing);
    case 'series':
      return seriesAnswer(writing);
    case 'entries':
      return entriesAnswer(writing);
    case 'day':
      return daysAnswer(writing);
    case 'change':
      return changeAnswer(writing);
  }
}

const NOUNS: Readonly<Record<QueryGroup, string>> = {
  company: 'companies',
  member: 'members',
  day: 'days',
  week: 'weeks',
  month: 'months',
  quarter: 'quarters',
  year: 'years',
  class: 'classes',
  type: 'types',
  risk: 'risk levels',
  reason: 'return reasons',
};
const ONE: Readonly<Record<QueryGroup, string>> = {
  company: 'company',
  member: 'member',
  day: 'day',
  week: 'week',
  month: 'month',
  quarter: 'quarter',
  year: 'year',
  class: 'class',
  type: 'type',
  risk: 'risk level',
  reason: 'return reason',
};
const joinWithOr = (direction: Query['direction']) =>
  direction === 'credits' || direction === 'debits' ? direction : 'credits or debits';
const DIRECTIONS = {
  credits: 'credits',
  debits: 'debits',
  both: 'credits and debits',
  net: 'net flow',
} as const;

/** What the question asks for, without its filters: "credits", "number of debits", "average credit". */
export function measureWords(query: Query): string {
  const { of, measure, direction, counted: what, answer } = query;
  if (of === 'alerts') return `number of ${alertNoun(query)}s`;
  if (of === 'returns') return 'number of returned debits';
  if (measure === 'average')
    return direction === 'credits'
      ? 'average credit'
      : direction === 'debits'
        ? 'average debit'
        : 'average entry';
  if (measure === 'amount') return DIRECTIONS[direction];
  if (answer === 'figure' && what !== 'entries') return `number of ${what} with ${joinWithOr(direction)}`;
  return direction === 'credits' || direction === 'debits' ? `number of ${direction}` : 'number of entries';
}

function titleOf(query: Query): string {
  const { answer, of, group, order } = query;
  if (of === 'alerts' && group === null) return 'Alerts';
  const what = capital(measureWords(query));
  if (answer === 'entries') return 'Entries';
  if (answer === 'day')
    return order === 'first' || order === 'last' || order === 'first and last'
      ? `${capital(order)} day`
      : `${capital(group === null ? 'days' : NOUNS[group])} by ${measureWords(query)}`;
  if (answer === 'change')
    return `What changed ${query.direction === 'both' || query.direction === 'net' ? 'the flows' : query.direction}`;
  return group === null ? what : `${what} by ${ONE[group]}`;
}

/** "Alert", "open alert", "false-positive alert". */
function alertNoun({ state }: Query): string {
  if (state === null) return 'alert';
  return `${state === 'false_positive' ? 'false-positive' : state} alert`;
}

const capital = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

/** How the question was read, in words: what its answer can be held against. */
export function interpretationOf(query: Query, sheet: FactSheet): Span[] {
  const { answer, group, order, comparedWith, isShare } = query;
  const what = measureWords(query);
  const isOrdered = answer === 'ranking' || (answer === 'day' && (order === 'most' || order === 'least'));
  const orderWords = isOrdered ? `, ${order === 'least' ? 'least' : 'most'} first` : '';
  if (query.isAll) return prose`number of all ${query.counted}`;
  const subject: SentencePart =
    answer === 'entries'
      ? query.of === 'alerts'
        ? `${alertNoun(query)}s, one by one,`
        : prose`single ${DIRECTIONS[query.direction]}, ${order === 'most' ? 'largest' : order === 'least' ? 'smallest' : order === 'last' ? 'newest' : 'oldest'} first`
      : answer === 'day'
        ? order === 'first' || order === 'last' || order === 'first and last'
          ? prose`${order} day with ${DIRECTIONS[query.direction]}`
          : prose`${group === null ? 'days' : NOUNS[group]} by ${what}`
        : answer === 'change'
          ? prose`what changed ${DIRECTIONS[query.direction]}, by ${group === null ? 'company and member' : ONE[group]}`
          : answer === 'ranking' && group !== null
            ? prose`${NOUNS[group]} by ${what}`
            : prose`${what}${group === null ? '' : ` by ${ONE[group]}`}`;
  const limit =
    answer === 'ranking' || answer === 'entries'
      ? query.of === 'alerts' && answer === 'entries'
        ? ''
        : prose`, at most ${sheet.count({ label: 'Most that are listed', source: 'The question, or ten' }, query.limit)}`
      : '';
  const share = isShare ? ', as a share of all' : '';
  const reach = query.withMembers ? ', with the number of members' : '';
  const compare = comparedWith === null ? '' : prose`, compared with ${rangeWords(comparedWith, sheet)}`;
  return prose`${subject}${scopePhrase(query, sheet)}${orderWords}${limit}${share}${reach}, ${periodWordsOf(query.period, sheet)}${compare}`;
}

const MAX_NAMES = 5;

/** Whose and which entries: " of Ruth Miller (***4570) with ACME PAYROLL, of class WEB, of more than $500.00 each". */
function scopePhrase(query: Query, sheet: FactSheet): Span[] {
  const { members, companies, classes, amount, risk, categories, answer } = query;
  const names = (words: SentencePart[], all: number): Span[] =>
    all <= words.length
      ? joinWithAnd(words)
      : prose`${joinWithAnd(words)} and ${sheet.count({ label: 'Further names', source: 'The question' }, all - words.length)} more`;
  const limit = amount === null ? null : limitWords(amount, sheet);
  return prose`${
    members === null
      ? ''
      : prose` of ${names(
          members.slice(0, MAX_NAMES).map((member) => memberPhrase(sheet, member)),
          members.length,
        )}`
  }${
    companies === null
      ? ''
      : prose` ${members === null ? 'of' : 'with'} ${names(
          companies.slice(0, MAX_NAMES).map((name) => companyName(name, sheet)),
          companies.length,
        )}`
  }${classes.length === 0 ? '' : prose` of class ${joinWithAnd(classes.map((code) => sheet.word({ label: 'SEC class', source: 'The question' }, code)))}`}${
    limit === null
      ? ''
      : prose` ${amount?.of === 'total' ? 'with a total' : ''}${amount?.of === 'total' ? ' ' : ''}${limit}${amount?.of === 'total' || answer === 'entries' ? '' : ' each'}`
  }${categories.length === 0 ? '' : ` of the category ${categories.join(' or ')}`}${risk === null ? '' : ` of ${risk} risk`}`;
}

function limitWords(amount: NonNullable<Query['amount']>, sheet: FactSheet): Span[] {
  const money = (cents: Cents) =>
    sheet.money({ label: 'Limit of the amount', source: 'The question' }, cents);
  const one = money(amount.cents);
  switch (amount.is) {
    case 'over':
      return prose`of more than ${one}`;
    case 'under':
      return prose`of less than ${one}`;
    case 'at least':
      return prose`of at least ${one}`;
    case 'at most':
      return prose`of at most ${one}`;
    case 'exactly':
      return prose`of exactly ${one}`;
    case 'between':
      return prose`between ${one} and ${money(amount.toCents)}`;
  }
}

const companyName = (name: string, sheet: FactSheet) =>
  sheet.company({ label: 'Company', source: SOURCE }, name);

function periodWordsOf(period: Period, sheet: FactSheet): Span[] {
  return prose`${period.firstDay === period.lastDay ? 'on' : 'from'} ${rangeWords(period, sheet)}`;
}

function rangeWords({ firstDay, lastDay }: Period, sheet: FactSheet): Span[] {
  const day = (label: string, value: Day) =>
    sheet.day({ label, source: 'Days of the question or the form' }, value);
  const first = day('First day of the period', firstDay);
  return firstDay === lastDay
    ? prose`${first}`
    : prose`${first} to ${day('Last day of the period', lastDay)}`;
}

function reversed({ query }: AnswerContext): Span[] {
  const way = query.direction === 'credits' ? 'credits sent to members' : 'debits collected from members';
  return prose`Companies send credits and collect debits. Read as: companies by ${way}.`;
}

function meaningOfName({ query, sheet }: AnswerContext): Span[] | null {
  const said = query.standsFor.map(({ words, companies }) => {
    const shown = companies.slice(0, MAX_NAMES).map((name) => companyName(name, sheet));
    const more = companies.length - shown.length;
    const rest =
      more === 0
        ? ''
        : prose` and ${sheet.count({ label: 'Further companies of this name', source: SOURCE }, more)} more`;
    return prose`“${quoteQuestion(words, sheet)}” is taken for ${joinWithAnd(shown)}${rest}.`;
  });
  return said.length === 0 ? null : sentences(...said);
}

/** Words of the question, word for word; long numbers by their end, as accounts are shown. */
export function quoteQuestion(words: string, sheet: FactSheet): CitedFact {
  return sheet.word(
    { label: 'Words of the question', source: 'The question' },
    words.replaceAll(/(?<![\d$.,])\d{6,17}(?!\d|[.,]\d)/g, (number) => `***${number.slice(-4)}`),
  );
}

/** Two periods that differ in length say so, and so does a comparison that the ledger does not allow. */
function coverage({ query, asked, sheet }: AnswerContext): Span[] | null {
  const { period, comparedWith, notCompared } = query;
  if (notCompared !== null)
    return prose`It is not compared with ${rangeWords(notCompared, sheet)}: the ledger begins on ${sheet.day({ label: 'First day of the ledger', source: 'Oldest dated entry' }, asked.firstDay)}.`;
  if (comparedWith === null || daysIn(period) === daysIn(comparedWith)) return null;
  const length = (label: string, days: Period) =>
    sheet.count({ label: `Days of ${label}`, source: 'Calendar' }, daysIn(days));
  return prose`The period has ${withNoun(length('the period', period), 'day')}, the one it is compared with ${length('the period it is compared with', comparedWith)}.`;
}

/** The figure that a question is about, of one row: cents, or how many. */
export function measuredSize(
  { measure, direction, counted: what, answer }: Query,
  figures: FlowFigures,
): number {
  const { creditCents, debitCents, credits, debits } = figures;
  if (measure === 'count' && answer === 'figure' && what === 'members') return figures.members ?? 0;
  if (measure === 'count' && answer === 'figure' && what === 'companies') return figures.companies ?? 0;
  const cents =
    direction === 'credits'
      ? creditCents
      : direction === 'debits'
        ? debitCents
        : direction === 'net'
          ? creditCents - debitCents
          : creditCents + debitCents;
  const count = direction === 'credits' ? credits : direction === 'debits' ? debits : credits + debits;
  if (measure === 'amount') return cents;
  if (measure === 'count') return count;
  return count === 0 ? 0 : Math.round(cents / count);
}

function stateFigure(
  { query, sheet }: AnswerContext,
  whose: string,
  figures: FlowFigures,
  period: Period,
): CitedFact {
  const size = measuredSize(query, figures);
  const note = describeFactIn(`${capital(measureWords(query))}${whose}`, SOURCE, period);
  return query.measure === 'count' ? sheet.count(note, size) : sheet.money(note, size);
}

/** Amount and number of one direction, which stand beside every figure. */
function parts({ sheet }: AnswerContext, whose: string, figures: FlowFigures, period: Period) {
  const money = (label: string, cents: Cents) =>
    sheet.money(describeFactIn(`${label}${whose}`, SOURCE, period), cents);
  const count = (label: string, number: number) =>
    sheet.count(describeFactIn(`${label}${whose}`, SOURCE, period), number);
  return {
    credits: money('Credits', figures.creditCents),
    debits: money('Debits', figures.debitCents),
    net: money('Net flow', figures.creditCents - figures.debitCents),
    creditCount: count('Number of credits', figures.credits),
    debitCount: count('Number of debits', figures.debits),
    count: count('Number of credits and debits', figures.credits + figures.debits),
  };
}

/** ", up 12.5% from $1,204.00 from Jul 1, 2026 to Jul 31, 2026"; nothing where nothing is compared. */
function comparison(now: CitedFact, before: CitedFact | null, { query, sheet }: AnswerContext): Span[] {
  if (before === null || query.comparedWith === null) return [];
  const [size, base] = [factSize(now), factSize(before)];
  const when = prose`(${rangeWords(query.comparedWith, sheet)})`;
  if (size === base) return prose`, the same as before ${when}`;
  if (base === 0) return prose`, after none before ${when}`;
  const change = base > 0 ? sheet.change(`${now.fact.label}, change`, now, before) : null;
  const way = size > base ? 'up' : 'down';
  return change === null
    ? prose`, ${way} from ${before} ${when}`
    : prose`, ${way} ${withoutSign(change)} from ${before} ${when}`;
}

const right = (label: string) => ({ label, align: 'right' as const });
const left = (label: string) => ({ label, align: 'left' as const });

function figureAnswer(writing: AnswerContext): { lead: Span[]; blocks: Block[] } {
  const { query, answered, sheet } = writing;
  const { now, before, whole } = answered;
  const { period, comparedWith, direction, measure } = query;
  const where = scopePhrase(query, sheet);
  const when = periodWordsOf(period, sheet);
  const own = parts(writing, '', now, period);
  const main = stateFigure(writing, '', now, period);
  const compared =
    before === null || comparedWith === null ? null : stateFigure(writing, '', before, comparedWith);
  const than = comparison(main, compared, writing);
  const lead = ((): Span[] => {
    if (query.isShare && whole !== null) {
      const all = stateFigure(writing, ' of all', whole, period);
      const share = sheet.partOf('Share of all', main, all);
      return share === null
        ? prose`There were no ${DIRECTIONS[direction]} ${when}.`
        : prose`The ${measureWords(query)}${where} came to ${share} of all: ${main} of ${all}, ${when}.`;
    }
    if (measure === 'count') {
      if (query.counted === 'entries') {
        const noun = direction === 'credits' ? 'credit' : direction === 'debits' ? 'debit' : null;
        const what = noun === null ? withNoun(main, 'entry', 'entries') : withNoun(main, noun);
        return prose`${what}${where} ${factSize(main) === 1 ? 'was' : 'were'} posted ${when}${than}.`;
      }
      if (query.isAll)
        return prose`The ledger has ${query.counted === 'members' ? withNoun(main, 'member') : withNoun(main, 'company', 'companies')}.`;
      const what =
        query.counted === 'members' ? withNoun(main, 'member') : withNoun(main, 'company', 'companies');
      return prose`${what} had ${joinWithOr(direction)}${where} ${when}${than}.`;
    }
    if (now.credits + now.debits === 0 && before === null)
      return prose`There were no ${joinWithOr(direction)}${where} ${when}.`;
    if (measure === 'average') return prose`The ${measureWords(query)}${where} was ${main} ${when}${than}.`;
    if (direction === 'both')
      return prose`Credits${where} came to ${own.credits} in ${withNoun(own.creditCount, 'entry', 'entries')} and debits to ${own.debits} in ${withNoun(own.debitCount, 'entry', 'entries')}, ${when}${bothCompared(writing)}.`;
    if (direction === 'net')
      return prose`The net flow${where} (credits less debits) was ${main} ${when}${than}.`;
    const count = direction === 'credits' ? own.creditCount : own.debitCount;
    return prose`${capital(DIRECTIONS[direction])}${where} came to ${main} in ${withNoun(count, 'entry', 'entries')} ${when}${than}.`;
  })();
  const rows =
    answered.rows.length === 0
      ? []
      : [rowsTable(writing, `${capital(measureWords(query))} by ${ONE[query.group ?? 'company']}`)];
  const alerts =
    answered.alerts.length === 0
      ? []
      : [alertsTable('Alerts of all days', answered.alerts, writing), alertLinks(answered.alerts)];
  return { lead, blocks: [figuresTable(writing), ...rows, ...alerts] };
}

function bothCompared(writing: AnswerContext): Span[] {
  const { answered, query, sheet } = writing;
  if (answered.before === null || query.comparedWith === null) return [];
  const before = parts(writing, '', answered.before, query.comparedWith);
  return prose`, after ${before.credits} and ${before.debits} before (${rangeWords(query.comparedWith, sheet)})`;
}

/** Amounts and numbers of what was asked for, beside those it is compared with. */
function figuresTable(writing: AnswerContext): Block {
  const { query, answered, sheet } = writing;
  const { period, comparedWith, direction } = query;
  const now = parts(writing, '', answered.now, period);
  const before =
    answered.before === null || comparedWith === null
      ? null
      : parts(writing, '', answered.before, comparedWith);
  type Key = keyof typeof now;
  const keys: [string, Key][] = [
    ...(direction === 'debits'
      ? []
      : ([
          ['Credits', 'credits'],
          ['Number of credits', 'creditCount'],
        ] as [string, Key][])),
    ...(direction === 'credits'
      ? []
      : ([
          ['Debits', 'debits'],
          ['Number of debits', 'debitCount'],
        ] as [string, Key][])),
    ...(direction === 'both' || direction === 'net'
      ? ([['Credits less debits', 'net']] as [string, Key][])
      : []),
  ];
  const extra = (['members', 'companies'] as const).flatMap((what): TableCell[][] => {
    const size = answered.now[what];
    if (size === null || query.counted !== what) return [];
    const was = answered.before?.[what] ?? null;
    const one = sheet.count(describeFactIn(capital(what), SOURCE, period), size);
    if (comparedWith === null || was === null) return [[capital(what), one]];
    const base = sheet.count(describeFactIn(capital(what), SOURCE, comparedWith), was);
    return [[capital(what), one, base, sheet.change(`${capital(what)}, change`, one, base)]];
  });
  const rows = keys.map(([label, key]): TableCell[] => {
    if (before === null) return [label, now[key]];
    const change = factSize(before[key]) > 0 ? sheet.change(`${label}, change`, now[key], before[key]) : null;
    return [label, now[key], before[key], change];
  });
  const columns = before === null ? ['Period'] : ['Period', 'Compared with', 'Change'];
  return table('Figures', [left('Figure'), ...columns.map(right)], [...extra, ...rows]);
}

/** What a row is called in a sentence, and in the cells of a table. */
function rowName(
  { key, member }: AnswerTableRow,
  { query, sheet }: AnswerContext,
): { words: SentencePart; cells: CitedFact[] } {
  if (member !== null) return { words: memberPhrase(sheet, member), cells: memberCells(sheet, member) };
  const { group } = query;
  const source = SOURCE;
  const stated =
    group === 'month'
      ? sheet.month({ label: 'Month', source }, key.slice(0, 7))
      : isTimeGroup(group)
        ? group === 'year'
          ? sheet.word({ label: 'Year', source }, key.slice(0, 4))
          : sheet.day({ label: group === 'day' ? 'Day' : `First day of the ${group}`, source }, key)
        : group === 'class'
          ? sheet.word({ label: 'SEC class', source }, key)
          : group === 'type'
            ? sheet.word({ label: 'What the rule looks for', source: 'Alerts' }, activityLabel(key))
            : group === 'risk'
              ? sheet.word({ label: 'Risk', source: 'Alerts' }, key)
              : group === 'reason'
                ? sheet.word({ label: 'Return reason', source: 'Returns of the ledger' }, key)
                : companyName(key, sheet);
  return {
    words: group === 'week' || group === 'quarter' ? prose`the ${group} from ${stated}` : prose`${stated}`,
    cells: [stated],
  };
}

function nameColumns({ group }: Query) {
  if (group === 'member') return [left('Member'), left('Account')];
  if (group === 'week' || group === 'quarter') return [left(`${capital(group)} from`)];
  return [left(capital(group === null ? 'company' : ONE[group]))];
}

/** What of a row's name tells its facts from those of other rows. */
function rowOwnerLabel({ key, member }: AnswerTableRow): string {
  return member === null ? ` of ${key}` : ` of ${member.name}, ${member.accountNumber.slice(-4)}`;
}

/** The rows with their figures; the figure that orders them first. */
function rowsTable(writing: AnswerContext, caption: string): Block {
  const { query, answered, sheet } = writing;
  const { period, comparedWith, direction, measure } = query;
  const total = stateFigure(writing, ' in all', answered.now, period);
  const hasShare =
    query.answer === 'ranking' && (measure === 'amount' || measure === 'count') && direction !== 'net';
  const isCompared = comparedWith !== null;
  const money =
    direction === 'credits'
      ? ['Credits', 'Number']
      : direction === 'debits'
        ? ['Debits', 'Number']
        : ['Credits', 'Debits', ...(direction === 'net' ? ['Net'] : []), 'Number'];
  const columns = [
    ...nameColumns(query),
    ...money.map(right),
    ...(measure === 'average' ? [right('Average')] : []),
    ...(query.withMembers ? [right('Members')] : []),
    ...(hasShare ? [right('Share of all')] : []),
    ...(isCompared ? [right('Compared with'), right('Change')] : []),
  ];
  const rows = answered.rows.map((row): TableCell[] => {
    const whose = rowOwnerLabel(row);
    const own = parts(writing, whose, row.now, period);
    const main = stateFigure(writing, whose, row.now, period);
    const before =
      isCompared && row.before !== null ? stateFigure(writing, whose, row.before, comparedWith) : null;
    return [
      ...rowName(row, writing).cells,
      ...(direction === 'credits'
        ? [own.credits, own.creditCount]
        : direction === 'debits'
          ? [own.debits, own.debitCount]
          : [own.credits, own.debits, ...(direction === 'net' ? [own.net] : []), own.count]),
      ...(measure === 'average' ? [main] : []),
      ...(query.withMembers
        ? [sheet.count(describeFactIn(`Members${whose}`, SOURCE, period), row.now.members ?? 0)]
        : []),
      ...(hasShare ? [sheet.partOf(`Share of all${whose}`, main, total)] : []),
      ...(isCompared
        ? [
            before,
            before === null || factSize(before) <= 0 ? null : sheet.change(`Change${whose}`, main, before),
          ]
        : []),
    ];
  });
  return table(caption, columns, rows);
}

const NAMED_IN_SENTENCE = 3;
const MAX_RANKED_IN_SENTENCE = 5;

function rankingAnswer(writing: AnswerContext): { lead: Span[]; blocks: Block[] } {
  const { query, answered, sheet } = writing;
  const { rows, groups } = answered;
  const { group, order, period, measure, direction } = query;
  const when = periodWordsOf(period, sheet);
  const noun = NOUNS[group ?? 'company'];
  const what =
    measure === 'average'
      ? measureWords(query)
      : measure === 'count'
        ? direction === 'credits' || direction === 'debits'
          ? direction
          : 'entries'
        : DIRECTIONS[direction];
  const most =
    measure === 'average'
      ? order === 'least'
        ? 'smallest'
        : 'largest'
      : measure === 'count'
        ? order === 'least'
          ? 'fewest'
          : 'most'
        : order === 'least'
          ? 'smallest'
          : 'most';
  if (rows.length === 0)
    return {
      lead: prose`No ${ONE[group ?? 'company']} had ${joinWithOr(direction)}${scopePhrase(query, sheet)} ${when}.`,
      blocks: [],
    };
  const shown = rows.slice(0, query.limit <= MAX_RANKED_IN_SENTENCE ? query.limit : NAMED_IN_SENTENCE);
  const named = joinWithAnd(
    shown.map((row) => {
      const reach = query.withMembers
        ? prose` from ${withNoun(sheet.count(describeFactIn(`Members${rowOwnerLabel(row)}`, SOURCE, period), row.now.members ?? 0), 'member')}`
        : '';
      return prose`${rowName(row, writing).words} with ${stateFigure(writing, rowOwnerLabel(row), row.now, period)}${reach}`;
    }),
  );
  const total = stateFigure(writing, ' in all', answered.now, period);
  const listed = listedFigures(rows.map(({ now }) => now));
  const part = stateFigure(writing, ' of those listed', listed, period);
  const share =
    measure === 'average' || direction === 'net' ? null : sheet.partOf('Share of those listed', part, total);
  const listedCount = sheet.count(describeFactIn(`${capital(noun)} listed`, SOURCE, period), rows.length);
  const all = sheet.count(describeFactIn(`${capital(noun)} in all`, SOURCE, period), groups);
  const money = measure === 'count' ? 'of all' : `of all ${DIRECTIONS[direction]}`;
  const sum =
    share === null || rows.length === 1
      ? null
      : groups === rows.length
        ? prose`No other ${ONE[group ?? 'company']} ${query.amount === null ? `had ${joinWithOr(direction)}` : 'is within the limit'}; together they have ${part}.`
        : prose`The ${listedCount} listed of ${all} have ${share} ${money}: ${part} of ${total}.`;
  const lead =
    query.isShare && share !== null
      ? sentences(
          prose`The ${withNoun(listedCount, ONE[group ?? 'company'], noun)} with the ${most} ${what}${scopePhrase(query, sheet)} have ${share} ${money}: ${part} of ${total}, ${when}.`,
          prose`They are led by ${named}.`,
        )
      : sentences(
          prose`${capital(noun)} with the ${most} ${what}${scopePhrase(query, sheet)} ${when}: ${named}.`,
          sum,
        );
  return { lead, blocks: [rowsTable(writing, `${capital(noun)} by ${measureWords(query)}`)] };
}

function listedFigures(all: readonly FlowFigures[]): FlowFigures {
  return all.reduce(
    (sum, each) => ({
      ...sum,
      creditCents: sum.creditCents + each.creditCents,
      debitCents: sum.debitCents + each.debitCents,
      credits: sum.credits + each.credits,
      debits: sum.debits + each.debits,
    }),
    NO_FIGURES,
  );
}

function seriesAnswer(writing: AnswerContext): { lead: Span[]; blocks: Block[] } {
  const { query, answered, sheet } = writing;
  const { rows, now } = answered;
  const { group, period, measure, direction } = query;
  const when = periodWordsOf(period, sheet);
  const what = capital(measureWords(query));
  if (rows.length === 0 || now.credits + now.debits === 0)
    return {
      lead: prose`There were no ${joinWithOr(direction)}${scopePhrase(query, sheet)} ${when}.`,
      blocks: [],
    };
  const total = stateFigure(writing, ' in all', now, period);
  const sorted = rows.toSorted((one, other) => measuredSize(query, other.now) - measuredSize(query, one.now));
  const extreme = (row: AnswerTableRow | undefined): SentencePart =>
    row === undefined
      ? ''
      : prose`${isTimeGroup(group) ? 'in ' : ''}${rowName(row, writing).words} with ${stateFigure(writing, rowOwnerLabel(row), row.now, period)}`;
  const ends =
    sorted.length < 2 ? '' : prose`; the most ${extreme(sorted[0])}, the least ${extreme(sorted.at(-1))}`;
  const all = measure === 'average' ? prose`${total} over all` : prose`${total} in all`;
  const mean =
    measure === 'average' && isTimeGroup(group) && direction !== 'net'
      ? prose`That is ${sheet.money(describeFactIn(`Average ${DIRECTIONS[direction]} of a ${group}`, `${SOURCE}, divided by the ${NOUNS[group]}`, period), Math.round(measuredSize({ ...query, measure: 'amount' }, now) / rows.length))} a ${group} on average.`
      : null;
  const both = direction === 'both' && measure === 'amount' ? parts(writing, '', now, period) : null;
  const detail = both === null ? null : prose`Credits came to ${both.credits} and debits to ${both.debits}.`;
  return {
    lead: sentences(
      prose`${what}${scopePhrase(query, sheet)} by ${ONE[group ?? 'month']} ${when}: ${all}${ends}.`,
      detail,
      mean,
    ),
    blocks: [seriesChart(writing), rowsTable(writing, `${what} by ${ONE[group ?? 'month']}`)].filter(
      (block) => block !== null,
    ),
  };
}

const MAX_CHART_POINTS = 60;

function seriesChart(writing: AnswerContext): Block | null {
  const { query, answered } = writing;
  const { group, period, measure, direction } = query;
  if (!isTimeGroup(group) || answered.rows.length > MAX_CHART_POINTS) return null;
  const line = (name: string, own: Query) => ({
    name,
    values: answered.rows.map((row) =>
      stateFigure({ ...writing, query: own }, rowOwnerLabel(row), row.now, period),
    ),
  });
  return chartOf({
    title: `${capital(measureWords(query))} by ${ONE[group]}`,
    type: 'line',
    unit: measure === 'count' ? 'count' : 'money',
    categories: answered.rows.map((row) => rowName(row, writing).cells[0] ?? ''),
    series:
      direction === 'both'
        ? [
            line('Credits', { ...query, direction: 'credits' }),
            line('Debits', { ...query, direction: 'debits' }),
          ]
        : [line(capital(measureWords(query)), query)],
  });
}

function entriesAnswer(writing: AnswerContext): { lead: Span[]; blocks: Block[] } {
  const { query, answered, sheet } = writing;
  const { direction, order, period } = query;
  const when = periodWordsOf(period, sheet);
  const noun = direction === 'credits' ? 'credit' : direction === 'debits' ? 'debit' : 'entry';
  const [first] = answered.entries;
  if (first === undefined)
    return { lead: prose`No ${noun}${scopePhrase(query, sheet)} was posted ${when}.`, blocks: [] };
  const amountOf = (entry: AnswerEntry, place: number) =>
    sheet.money(
      {
        label: `Amount of the ${entry.isCredit ? 'credit' : 'debit'} of ${entry.member.name} with ${entry.company}`,
        source: `${SOURCE}, row ${place + 1} of the table`,
      },
      entry.cents,
    );
  const dayOf = (entry: AnswerEntry) => sheet.day({ label: 'Posting day', source: SOURCE }, entry.day);
  const which =
    order === 'most' ? 'largest' : order === 'least' ? 'smallest' : order === 'last' ? 'newest' : 'oldest';
  const kind =
    direction === 'both' || direction === 'net' ? prose` (a ${first.isCredit ? 'credit' : 'debit'})` : '';
  const all = sheet.count(
    describeFactIn('Credits and debits that match', SOURCE, period),
    direction === 'credits'
      ? answered.now.credits
      : direction === 'debits'
        ? answered.now.debits
        : answered.now.credits + answered.now.debits,
  );
  const lead = sentences(
    prose`The ${which} ${noun}${scopePhrase(query, sheet)} ${when} was ${amountOf(first, 0)}${kind}: ${memberPhrase(sheet, first.member)} with ${companyName(first.company, sheet)} on ${dayOf(first)}.`,
    answered.entries.length > 1
      ? prose`${withNoun(all, noun, noun === 'entry' ? 'entries' : undefined)} match in all; the table lists those that come first.`
      : null,
  );
  const rows = answered.entries.map((entry, place): TableCell[] => [
    dayOf(entry),
    ...memberCells(sheet, entry.member),
    companyName(entry.company, sheet),
    entry.isCredit ? 'Credit' : 'Debit',
    entry.secClass === null ? null : sheet.word({ label: 'SEC class', source: SOURCE }, entry.secClass),
    amountOf(entry, place),
  ]);
  const columns = [
    left('Day'),
    left('Member'),
    left('Account'),
    left('Company'),
    left('Direction'),
    left('Class'),
    right('Amount'),
  ];
  return { lead, blocks: [table(`${capital(which)} first`, columns, rows)] };
}

function daysAnswer(writing: AnswerContext): { lead: Span[]; blocks: Block[] } {
  const { query, answered, sheet } = writing;
  const { order, period, direction, group, measure } = query;
  const [first] = answered.rows;
  const noun = direction === 'credits' ? 'credit' : direction === 'debits' ? 'debit' : 'entry';
  const when = periodWordsOf(period, sheet);
  if (first === undefined)
    return { lead: prose`No ${noun}${scopePhrase(query, sheet)} was posted ${when}.`, blocks: [] };
  const own = parts(writing, rowOwnerLabel(first), first.now, period);
  const money =
    direction === 'credits'
      ? prose`${withNoun(own.creditCount, 'credit')}, ${own.credits} in all`
      : direction === 'debits'
        ? prose`${withNoun(own.debitCount, 'debit')}, ${own.debits} in all`
        : prose`${withNoun(own.count, 'entry', 'entries')}: ${own.credits} of credits and ${own.debits} of debits`;
  if (order === 'first' || order === 'last')
    return {
      lead: prose`The ${order} ${noun}${scopePhrase(query, sheet)} was posted on ${rowName(first, writing).words}: ${money} that day.`,
      blocks: [rowsTable(writing, 'That day')],
    };
  const last = answered.rows.at(-1) ?? first;
  if (order === 'first and last')
    return {
      lead: prose`The first ${noun}${scopePhrase(query, sheet)} was posted on ${rowName(first, writing).words}, the last on ${rowName(last, writing).words}.`,
      blocks: [rowsTable(writing, 'These days')],
    };
  const by = measure === 'count' ? 'number of entries' : 'amount';
  return {
    lead: prose`By ${by}, the ${measure === 'count' ? (order === 'least' ? 'quietest' : 'busiest') : order === 'least' ? 'smallest' : 'largest'} ${ONE[group ?? 'day']}${scopePhrase(query, sheet)} ${when} was ${rowName(first, writing).words}, with ${money}.`,
    blocks: [rowsTable(writing, `${capital(NOUNS[group ?? 'day'])} by ${by}`)],
  };
}

function changeAnswer(writing: AnswerContext): { lead: Span[]; blocks: Block[] } {
  const { query, answered, sheet } = writing;
  const { direction } = query;
  if (direction === 'both' || direction === 'net') {
    const each = (['credits', 'debits'] as const).map((one) =>
      changeAnswer({ ...writing, query: { ...query, direction: one }, answered }),
    );
    return { lead: sentences(...each.map(({ lead }) => lead)), blocks: each.flatMap(({ blocks }) => blocks) };
  }
  const { period, comparedWith } = query;
  if (comparedWith === null || answered.before === null) return figureAnswer(writing);
  const moved = rowsWithDirection(direction, answered);
  const amounts: AnswerContext = { ...writing, query: { ...query, measure: 'amount' } };
  const now = stateFigure(amounts, '', answered.now, period);
  const before = stateFigure(amounts, '', answered.before, comparedWith);
  const rise = factSize(now) - factSize(before);
  const way = rise === 0 ? 'stayed the same' : rise > 0 ? 'rose' : 'fell';
  const share = factSize(before) > 0 ? sheet.change(`${capital(direction)}, change`, now, before) : null;
  const by = share === null || rise === 0 ? '' : prose` ${withoutSign(share)}`;
  const lists = (
    [
      ['company', moved.rows.filter(({ member }) => member === null)],
      ['member', [...moved.rows.filter(({ member }) => member !== null), ...moved.memberRows]],
    ] as const
  ).flatMap(([group, rows]) =>
    rows.length === 0
      ? []
      : [changeList({ ...amounts, query: { ...query, measure: 'amount', group } }, rows, rise)],
  );
  const lead = prose`${capital(direction)}${scopePhrase(query, sheet)} ${way}${by}: ${now} ${periodWordsOf(period, sheet)}, ${before} ${periodWordsOf(comparedWith, sheet)}.`;
  return {
    lead: sentences(lead, ...lists.map((list) => list.lead)),
    blocks: lists.map((list) => list.block),
  };
}

/** Those that moved one direction, most first. */
function rowsWithDirection(direction: 'credits' | 'debits', answered: AnswerData): AnswerData {
  const difference = ({ now, before }: AnswerTableRow) =>
    direction === 'credits'
      ? now.creditCents - (before?.creditCents ?? 0)
      : now.debitCents - (before?.debitCents ?? 0);
  const moved = (rows: readonly AnswerTableRow[]) =>
    rows
      .filter((row) => difference(row) !== 0)
      .toSorted((one, other) => Math.abs(difference(other)) - Math.abs(difference(one)));
  return { ...answered, rows: moved(answered.rows), memberRows: moved(answered.memberRows) };
}

function changeList(
  writing: AnswerContext,
  rows: readonly AnswerTableRow[],
  rise: number,
): { lead: Span[] | null; block: Block } {
  const { query, sheet } = writing;
  const { period, comparedWith, direction, group, limit } = query;
  const stated = rows.slice(0, limit).map((row) => {
    const whose = rowOwnerLabel(row);
    const now = stateFigure(writing, whose, row.now, period);
    const before = stateFigure(writing, whose, row.before ?? NO_FIGURES, comparedWith ?? period);
    return {
      name: rowName(row, writing),
      now,
      before,
      difference: sheet.difference(`Difference of ${direction}${whose}`, now, before),
    };
  });
  const drivers = stated
    .filter(({ difference }) => Math.sign(factSize(difference)) === Math.sign(rise))
    .slice(0, NAMED_IN_SENTENCE);
  const lead =
    rise === 0 || drivers.length === 0
      ? null
      : prose`By ${ONE[group ?? 'company']}, most of the ${rise > 0 ? 'rise' : 'fall'} came from ${joinWithAnd(drivers.map(({ name, difference }) => prose`${name.words} (${withoutSign(difference)} ${rise > 0 ? 'more' : 'less'})`))}.`;
  return {
    lead,
    block: table(
      `Differences of ${direction} by ${ONE[group ?? 'company']}`,
      [...nameColumns(query), right('Period'), right('Compared with'), right('Difference')],
      stated.map(({ name, now, before, difference }): TableCell[] => [
        ...name.cells,
        now,
        before,
        difference,
      ]),
    ),
  };
}

/** Alerts and returned debits: how many, of which, whose. */
function countsAnswer(writing: AnswerContext): { lead: Span[]; blocks: Block[] } {
  const { query, answered, sheet } = writing;
  const { period, comparedWith, of, group } = query;
  const source = of === 'alerts' ? 'Alerts by the day of their activity' : 'Returned debits of the ledger';
  const noun = of === 'alerts' ? alertNoun(query) : 'returned debit';
  const count = (label: string, number: number, days = period) =>
    sheet.count(describeFactIn(label, source, days), number);
  const label = capital(`${noun}s`);
  const all = count(label, answered.tally.all);
  const when = periodWordsOf(period, sheet);
  const where = scopePhrase(query, sheet);
  const before =
    comparedWith === null || answered.tallyBefore === null
      ? null
      : count(label, answered.tallyBefore.all, comparedWith);
  const than = comparison(all, before, writing);
  const highLabel = `High-risk ${alertNoun(query)}s`;
  const openLabel = 'Open alerts';
  const isSplit = of === 'alerts' && (query.risk === null || query.state === null);
  const split =
    !isSplit || factSize(all) === 0
      ? ''
      : prose`; ${joinWithAnd([
          ...(query.risk === null ? [prose`${count(highLabel, answered.tally.high)} of high risk`] : []),
          ...(query.state === null ? [prose`${count(openLabel, answered.tally.open)} open`] : []),
        ])}`;
  const head = prose`${withNoun(all, noun)}${where} ${of === 'alerts' ? 'on activity' : ''}${of === 'alerts' ? ' ' : ''}${when}${than}${split}.`;
  const named = answered.rows
    .slice(0, NAMED_IN_SENTENCE)
    .map(
      (row) =>
        prose`${rowName(row, writing).words} with ${count(`${label}${rowOwnerLabel(row)}`, row.tally.all)}`,
    );
  const [firstRow] = answered.rows;
  const led =
    group === null || firstRow === undefined || (answered.rows.length === 1 && !isTimeGroup(group))
      ? null
      : group === 'day'
        ? prose`The first on ${rowName(firstRow, writing).words}.`
        : isTimeGroup(group)
          ? null
          : prose`${query.order === 'least' ? 'The fewest' : 'The most'}: ${joinWithAnd(named)}.`;
  const rows = answered.rows.map((row): TableCell[] => [
    ...rowName(row, writing).cells,
    ...(group === 'reason'
      ? [
          sheet.word(
            { label: 'What the reason says', source: 'Nacha Operating Rules' },
            returnReasonOf(row.key)?.title ?? 'No known reason',
          ),
        ]
      : []),
    count(`${label}${rowOwnerLabel(row)}`, row.tally.all),
    ...(of === 'alerts'
      ? [
          count(`${highLabel}${rowOwnerLabel(row)}`, row.tally.high),
          count(`${openLabel}${rowOwnerLabel(row)}`, row.tally.open),
        ]
      : []),
  ]);
  const columns = [
    ...nameColumns(query),
    ...(group === 'reason' ? [left('Meaning')] : []),
    right(capital(`${noun}s`)),
    ...(of === 'alerts' ? [right('High risk'), right('Open')] : []),
  ];
  return {
    lead:
      group !== null && query.answer === 'ranking' && named.length > 0
        ? sentences(
            prose`${capital(NOUNS[group])} with the ${query.order === 'least' ? 'fewest' : 'most'} ${noun}s${where} ${when}: ${joinWithAnd(named)}.`,
            head,
          )
        : sentences(head, led),
    blocks: [
      ...(rows.length === 0
        ? []
        : [table(`${capital(`${noun}s`)} by ${ONE[group ?? 'type']}`, columns, rows)]),
      ...(answered.alerts.length === 0
        ? []
        : [alertsTable('Alerts', answered.alerts, writing), alertLinks(answered.alerts)]),
    ],
  };
}
