import type { Block, Span } from '@clearwatch/contracts/ai-reports';
import type { Day } from '../../calendar/day.ts';
import { daysIn, type Period } from '../../calendar/period.ts';
import { activityLabel } from '../../detection/activity-label.ts';
import type { Cents } from '../../money/cents.ts';
import { type CitedFact, type FactSheet, factSize } from '../fact-sheet.ts';
import { right, type TableCell, table } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { joinWithAnd, prose, type SentencePart, sentences, withNoun, withoutSign } from '../report-sentences.ts';
import { memberCells, memberPhrase } from '../sections/member-figures.ts';
import {
  type AnswerData,
  type AnswerTableRow,
  type FlowFigures,
  isTimeGroup,
  type Query,
  type QueryGroup,
} from './custom-query.ts';

export interface AnswerContext extends ReportContext {
  query: Query;
  answered: AnswerData;
}

export const LEDGER_ENTRIES = 'Ledger entries';

/** Returns "companies", "days" or "classes". */
export const plural = (noun: string) =>
  /(?<!a)y$/.test(noun) ? `${noun.slice(0, -1)}ies` : `${noun}${noun.endsWith('s') ? 'es' : 's'}`;

export const groupNoun = (group: QueryGroup): string =>
  group === 'risk' ? 'risk level' : group === 'reason' ? 'return reason' : group;

export const DIRECTIONS = {
  credits: { one: 'credit', many: 'credits', either: 'credits', sum: 'credits' },
  debits: { one: 'debit', many: 'debits', either: 'debits', sum: 'debits' },
  both: { one: 'entry', many: 'entries', either: 'credits or debits', sum: 'credits and debits' },
  net: { one: 'entry', many: 'entries', either: 'credits or debits', sum: 'net flow' },
} as const;

export const entryOrder = (order: Query['order']) =>
  ({ most: 'largest', least: 'smallest', last: 'newest', first: 'oldest', 'first and last': 'oldest' })[order];

/** The requested measure without filters: "credits", "number of debits", "average credit". */
export function measureWords(query: Query): string {
  const { of, measure, counted, answer } = query;
  if (of === 'alerts') return `number of ${ratedAlertNoun(query)}s`;
  if (of === 'returns') return 'number of returned debits';
  const { one, many, either, sum } = DIRECTIONS[query.direction];
  if (measure !== 'count') return measure === 'average' ? `average ${one}` : sum;
  return `number of ${answer === 'figure' && counted !== 'entries' ? `${counted} with ${either}` : many}`;
}

const isFirstOrLast = (order: Query['order']) => order !== 'most' && order !== 'least';

export function titleOf(query: Query): string {
  const { answer, of, group, order, direction } = query;
  if (of === 'alerts' && group === null) return 'Alerts';
  if (answer === 'entries') return 'Entries';
  if (answer === 'day')
    return isFirstOrLast(order)
      ? `${capital(order)} day`
      : `${capital(plural(groupNoun(group ?? 'day')))} by ${measureWords(query)}`;
  if (answer === 'change')
    return `Changes in ${direction === 'both' || direction === 'net' ? 'credits and debits' : direction}`;
  return capital(`${measureWords(query)}${group === null ? '' : ` by ${groupNoun(group)}`}`);
}

/** Such as "open high-risk alert". */
export const ratedAlertNoun = (query: Query): string =>
  query.risk === null ? alertNoun(query) : alertNoun(query).replace(/alert$/, `${query.risk}-risk alert`);

/** Money comes from companies as credits and goes to them as debits. */
function companyPreposition({ of, direction, group, companies }: Query): string {
  if (of !== 'money') return of === 'returns' ? 'from' : 'involving';
  if (group === 'company' && companies !== null && companies.length > 1) return 'among';
  return { credits: 'from', debits: 'to', both: 'with', net: 'with' }[direction];
}

export const alertNoun = ({ state }: Query) =>
  state === null ? 'alert' : `${state === 'false_positive' ? 'false-positive' : state} alert`;

export const capital = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

/** How the question was interpreted, so that readers can check it. */
export function interpretationOf(query: Query, sheet: FactSheet): Span[] {
  const { answer, order, comparedWith } = query;
  if (query.isAll) return prose`total number of ${query.counted}`;
  const isEntryList = answer === 'entries' && query.of !== 'alerts';
  const isOrdered = answer === 'ranking' || (answer === 'day' && !isFirstOrLast(order));
  const rankWords = isOrdered ? `, ${order === 'least' ? 'lowest' : 'highest'} first` : '';
  const orderWords = isEntryList ? `, ${entryOrder(order)} first` : rankWords;
  const limit =
    answer === 'ranking' || isEntryList
      ? prose`, at most ${sheet.from('The question, or ten by default').count('Maximum number listed', query.limit)}`
      : '';
  const share = query.isShare ? ', as a share of the total' : '';
  const reach = query.withMembers ? ', with the number of members' : '';
  const compare = comparedWith === null ? '' : prose`, compared with ${rangeWords(comparedWith, sheet)}`;
  return prose`${subjectWords(query)}${scopePhrase(query, sheet)}${orderWords}${limit}${share}${reach}, ${periodWordsOf(query.period, sheet)}${compare}`;
}

function subjectWords(query: Query): string {
  const { answer, group, order } = query;
  const { sum } = DIRECTIONS[query.direction];
  const what = measureWords(query);
  if (answer === 'entries') return query.of === 'alerts' ? `list of ${ratedAlertNoun(query)}s` : `individual ${sum}`;
  if (answer === 'day')
    return isFirstOrLast(order) ? `${order} day with ${sum}` : `${plural(groupNoun(group ?? 'day'))} by ${what}`;
  if (answer === 'change') return `changes in ${sum}, by ${group === null ? 'company and member' : groupNoun(group)}`;
  if (group === null) return what;
  return answer === 'ranking' ? `${plural(groupNoun(group))} by ${what}` : `${what} by ${groupNoun(group)}`;
}

const MAX_NAMES = 5;

/**
 * Filters of the query: " for Ruth Miller (***4570) from ACME PAYROLL in class WEB of more than $500.00
 * each".
 */
export function scopePhrase(query: Query, sheet: FactSheet): Span[] {
  const { members, companies, classes, categories, amount } = query;
  const question = sheet.from('The question');
  const names = <Name>(all: readonly Name[] | null, preposition: string, nameOf: (name: Name) => SentencePart) =>
    all === null ? '' : prose` ${preposition} ${someNames(all, nameOf, (more) => question.count('Other names', more))}`;
  const limited = amount === null ? '' : limitWords(amount);
  const whose = names(members, 'for', (member) => memberPhrase(sheet, member));
  const partner = names(companies, companyPreposition(query), (name) => companyName(name, sheet));
  const codes = classes.map((code) => question.word('SEC code', code));
  const ofClass = codes.length === 0 ? '' : prose` in class ${joinWithAnd(codes)}`;
  const category =
    categories.length === 0
      ? ''
      : ` in the ${categories.join(' or ')} ${categories.length === 1 ? 'category' : 'categories'}`;
  return prose`${whose}${partner}${ofClass}${limited}${category}`;

  function limitWords({ is, cents, toCents, of }: NonNullable<Query['amount']>): Span[] {
    const money = (each: Cents) => question.money('Amount limit', each);
    const word = is === 'over' ? 'of more than' : is === 'under' ? 'of less than' : is === 'between' ? is : `of ${is}`;
    const range = prose`${word} ${money(cents)}${is === 'between' ? prose` and ${money(toCents)}` : ''}`;
    return of === 'total'
      ? prose` with a total ${range}`
      : prose` ${range}${query.answer === 'entries' ? '' : ' each'}`;
  }
}

/** Lists up to five names and the number of other names. */
function someNames<Name>(
  all: readonly Name[],
  nameOf: (name: Name) => SentencePart,
  further: (count: number) => CitedFact,
): Span[] {
  const shown = joinWithAnd(all.slice(0, MAX_NAMES).map(nameOf));
  return all.length <= MAX_NAMES ? shown : prose`${shown} and ${further(all.length - MAX_NAMES)} more`;
}

export const companyName = (name: string, sheet: FactSheet) => sheet.from(LEDGER_ENTRIES).company('Company', name);

export function periodWordsOf(period: Period, sheet: FactSheet): Span[] {
  return prose`${period.firstDay === period.lastDay ? 'on' : 'from'} ${rangeWords(period, sheet)}`;
}

export function rangeWords({ firstDay, lastDay }: Period, sheet: FactSheet): Span[] {
  const day = (label: string, value: Day) => sheet.from('Days from the question or the form').day(label, value);
  const first = day('First day of the period', firstDay);
  return firstDay === lastDay ? prose`${first}` : prose`${first} to ${day('Last day of the period', lastDay)}`;
}

export function reversalNote({ query }: AnswerContext): Span[] {
  const way = query.direction === 'credits' ? 'credits sent to members' : 'debits collected from members';
  return prose`Companies send credits and collect debits. Interpreted as: companies by ${way}.`;
}

export function meaningOfName({ query, sheet }: AnswerContext): Span[] | null {
  const further = (count: number) => sheet.from(LEDGER_ENTRIES).count('Other companies with this name', count);
  const meanings = query.standsFor.map(({ words, companies }) => {
    const names = someNames(companies, (name) => companyName(name, sheet), further);
    return prose`“${quoteQuestion(words, sheet)}” was interpreted as ${names}.`;
  });
  return meanings.length === 0 ? null : sentences(...meanings);
}

/** Quotes the question. Long numbers show only their last four digits, as account numbers do. */
export function quoteQuestion(words: string, sheet: FactSheet): CitedFact {
  return sheet.from('The question').word(
    'Words in the question',
    words.replaceAll(/(?<![\d$.,])\d{6,17}(?!\d|[.,]\d)/g, (number) => `***${number.slice(-4)}`),
  );
}

/** States that the periods differ in length, or that the ledger does not cover the comparison period. */
export function coverageNote({ query, scope, sheet }: AnswerContext): Span[] | null {
  const { period, comparedWith, notCompared } = query;
  if (notCompared !== null)
    return prose`There is no comparison with ${rangeWords(notCompared, sheet)}, because the ledger begins on ${sheet.from('Oldest dated entry').day('First day of the ledger', scope.firstDay)}.`;
  if (comparedWith === null || daysIn(period) === daysIn(comparedWith)) return null;
  const length = (label: string, days: Period) => sheet.from('Calendar').count(`Days in ${label}`, daysIn(days));
  return prose`The period has ${withNoun(length('the period', period), 'day')}; the comparison period has ${length('the comparison period', comparedWith)}.`;
}

/** The requested figure, either in cents or as a count. */
export function measuredSize({ measure, direction, counted, answer }: Query, figures: FlowFigures): number {
  if (measure === 'count' && answer === 'figure' && counted !== 'entries') return figures[counted] ?? 0;
  const { creditCents, debitCents, credits, debits } = figures;
  const [isIn, isOut] = [direction !== 'debits', direction !== 'credits'];
  const out = direction === 'net' ? -debitCents : debitCents;
  const cents = (isIn ? creditCents : 0) + (isOut ? out : 0);
  const count = (isIn ? credits : 0) + (isOut ? debits : 0);
  if (measure === 'average') return count === 0 ? 0 : Math.round(cents / count);
  return measure === 'count' ? count : cents;
}

export function stateFigure(
  { query, sheet }: AnswerContext,
  whose: string,
  figures: FlowFigures,
  period: Period,
): CitedFact {
  const kind = query.measure === 'count' ? 'count' : 'money';
  const label = `${capital(measureWords(query))}${whose}`;
  return sheet.from(LEDGER_ENTRIES, period)[kind](label, measuredSize(query, figures));
}

export const rowFigure = (context: AnswerContext, row: AnswerTableRow) =>
  stateFigure(context, rowOwnerLabel(row), row.now, context.query.period);

export function flowFacts({ sheet }: AnswerContext, whose: string, figures: FlowFigures, period: Period) {
  const { creditCents, debitCents, credits, debits } = figures;
  const { money, count } = sheet.from(LEDGER_ENTRIES, period);
  return {
    credits: money(`Credits${whose}`, creditCents),
    debits: money(`Debits${whose}`, debitCents),
    net: money(`Net flow${whose}`, creditCents - debitCents),
    creditCount: count(`Number of credits${whose}`, credits),
    debitCount: count(`Number of debits${whose}`, debits),
    count: count(`Number of credits and debits${whose}`, credits + debits),
  };
}

/** ", up 12.5% from $1,204.00 (Jul 1, 2026 to Jul 31, 2026)". Empty when there is no comparison. */
export function comparedPhrase(now: CitedFact, before: CitedFact | null, { query, sheet }: AnswerContext) {
  if (before === null || query.comparedWith === null) return [];
  const [size, base] = [factSize(now), factSize(before)];
  const when = prose`(${rangeWords(query.comparedWith, sheet)})`;
  if (size === base) return prose`, the same as in the comparison period ${when}`;
  if (base === 0) return prose`, up from none in the comparison period ${when}`;
  const change = base > 0 ? sheet.change(`${now.fact.label}, change`, now, before) : null;
  const way = size > base ? 'up' : 'down';
  return change === null
    ? prose`, ${way} from ${before} ${when}`
    : prose`, ${way} ${withoutSign(change)} from ${before} ${when}`;
}

export function figuresTable(context: AnswerContext): Block {
  const { query, answered, sheet } = context;
  const { period, comparedWith, direction, counted } = query;
  const now = flowFacts(context, '', answered.now, period);
  const before = answered.before && comparedWith && flowFacts(context, '', answered.before, comparedWith);
  const row = (label: string, one: CitedFact, base: CitedFact | null | undefined): TableCell[] => {
    if (!base) return [label, one];
    return [label, one, base, factSize(base) > 0 ? sheet.change(`${label}, change`, one, base) : null];
  };
  const rows: TableCell[][] = [];
  const size = counted === 'entries' ? null : answered.now[counted];
  if (counted !== 'entries' && size !== null) {
    const was = answered.before?.[counted] ?? null;
    const countIn = (days: Period, count: number) => sheet.from(LEDGER_ENTRIES, days).count(capital(counted), count);
    const one = countIn(period, size);
    rows.push(row(capital(counted), one, comparedWith && was !== null ? countIn(comparedWith, was) : null));
  }
  if (direction !== 'debits')
    rows.push(
      row('Credits', now.credits, before?.credits),
      row('Number of credits', now.creditCount, before?.creditCount),
    );
  if (direction !== 'credits')
    rows.push(row('Debits', now.debits, before?.debits), row('Number of debits', now.debitCount, before?.debitCount));
  if (direction === 'both' || direction === 'net') rows.push(row('Credits less debits', now.net, before?.net));
  const columns = before === null ? ['Period'] : ['Period', 'Compared with', 'Change'];
  return table('Figures', ['Figure', ...columns.map(right)], rows);
}

export function rowName(row: AnswerTableRow, { query: { group }, sheet }: AnswerContext) {
  if (row.member !== null) return { words: memberPhrase(sheet, row.member), cells: memberCells(sheet, row.member) };
  const cited = keyFact(row.key, group, sheet);
  return {
    words: group === 'week' || group === 'quarter' ? prose`the ${group} starting ${cited}` : prose`${cited}`,
    cells: [cited],
  };
}

function keyFact(key: string, group: QueryGroup | null, sheet: FactSheet): CitedFact {
  const ledger = sheet.from(LEDGER_ENTRIES);
  const alerts = sheet.from('Alerts');
  if (group === 'month') return ledger.month('Month', key.slice(0, 7));
  if (group === 'year') return ledger.word('Year', key.slice(0, 4));
  if (isTimeGroup(group)) return ledger.day(group === 'day' ? 'Day' : `First day of the ${group}`, key);
  if (group === 'class') return ledger.word('SEC code', key);
  if (group === 'type') return alerts.word('What the rule looks for', activityLabel(key));
  if (group === 'risk') return alerts.word('Risk', key);
  if (group === 'reason') return sheet.from('Returns in the ledger').word('Return reason', key);
  return companyName(key, sheet);
}

export function nameColumns({ group }: Pick<Query, 'group'>) {
  if (group === 'member') return ['Member', 'Account'];
  if (group === 'week' || group === 'quarter') return [`${capital(group)} starting`];
  return [capital(groupNoun(group ?? 'company'))];
}

/** Distinguishes the fact labels of this row from those of other rows. */
export function rowOwnerLabel({ key, member }: AnswerTableRow): string {
  return member === null ? ` for ${key}` : ` for ${member.name}, ${member.accountNumber.slice(-4)}`;
}

export function rowsTable(context: AnswerContext, caption: string): Block {
  const { query, answered, sheet } = context;
  const { period, comparedWith, direction, measure } = query;
  const total = stateFigure(context, ' in all', answered.now, period);
  const hasShare = query.answer === 'ranking' && measure !== 'average' && direction !== 'net';
  const isCompared = comparedWith !== null;
  const isAverage = measure === 'average';
  const columns = [
    ...nameColumns(query),
    direction !== 'debits' && right('Credits'),
    direction !== 'credits' && right('Debits'),
    direction === 'net' && right('Net'),
    right('Number'),
    isAverage && right('Average'),
    query.withMembers && right('Members'),
    hasShare && right('Share of total'),
    isCompared && right('Compared with'),
    isCompared && right('Change'),
  ];
  const rows = answered.rows.map((row) => {
    const whose = rowOwnerLabel(row);
    const own = flowFacts(context, whose, row.now, period);
    const main = stateFigure(context, whose, row.now, period);
    const before = isCompared && row.before !== null ? stateFigure(context, whose, row.before, comparedWith) : null;
    const hasBase = before !== null && factSize(before) > 0;
    return [
      ...rowName(row, context).cells,
      direction !== 'debits' && own.credits,
      direction !== 'credits' && own.debits,
      direction === 'net' && own.net,
      direction === 'credits' ? own.creditCount : direction === 'debits' ? own.debitCount : own.count,
      isAverage && main,
      query.withMembers && sheet.from(LEDGER_ENTRIES, period).count(`Members${whose}`, row.now.members ?? 0),
      hasShare && sheet.partOf(`Share of total${whose}`, main, total),
      isCompared && before,
      isCompared && (hasBase ? sheet.change(`Change${whose}`, main, before) : null),
    ];
  });
  return table(caption, columns, rows);
}
