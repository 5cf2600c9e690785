import type { Span } from '@clearwatch/contracts/ai-reports';
import type { Day } from '../../calendar/day.ts';
import { daysIn, type Period } from '../../calendar/period.ts';
import type { Cents } from '../../money/cents.ts';
import type { CitedFact, FactSheet } from '../fact-sheet.ts';
import type { ReportContext } from '../report-composer.ts';
import { joinWithAnd, prose, type SentencePart, sentences, withNoun } from '../report-sentences.ts';
import { memberPhrase } from '../sections/member-figures.ts';
import type { AnswerData, Query, QueryGroup } from './custom-query.ts';

export interface AnswerContext extends ReportContext {
  query: Query;
  answered: AnswerData;
}

export const LEDGER_ENTRIES = 'Entries of the ledger';

export const GROUPS: Readonly<Record<QueryGroup, { one: string; many: string }>> = {
  company: { one: 'company', many: 'companies' },
  member: { one: 'member', many: 'members' },
  day: { one: 'day', many: 'days' },
  week: { one: 'week', many: 'weeks' },
  month: { one: 'month', many: 'months' },
  quarter: { one: 'quarter', many: 'quarters' },
  year: { one: 'year', many: 'years' },
  class: { one: 'class', many: 'classes' },
  type: { one: 'type', many: 'types' },
  risk: { one: 'risk level', many: 'risk levels' },
  reason: { one: 'return reason', many: 'return reasons' },
};

export const DIRECTIONS = {
  credits: { one: 'credit', many: 'credits', either: 'credits', sum: 'credits' },
  debits: { one: 'debit', many: 'debits', either: 'debits', sum: 'debits' },
  both: { one: 'entry', many: 'entries', either: 'credits or debits', sum: 'credits and debits' },
  net: { one: 'entry', many: 'entries', either: 'credits or debits', sum: 'net flow' },
} as const;

export const ENTRY_ORDERS = {
  most: 'largest',
  least: 'smallest',
  last: 'newest',
  first: 'oldest',
  'first and last': 'oldest',
} as const;

/** What the question asks for, without its filters: "credits", "number of debits", "average credit". */
export function measureWords(query: Query): string {
  const { of, measure, counted, answer } = query;
  if (of === 'alerts') return `number of ${alertNoun(query)}s`;
  if (of === 'returns') return 'number of returned debits';
  const { one, many, either, sum } = DIRECTIONS[query.direction];
  if (measure === 'average') return `average ${one}`;
  if (measure === 'amount') return sum;
  return answer === 'figure' && counted !== 'entries'
    ? `number of ${counted} with ${either}`
    : `number of ${many}`;
}

const isFirstOrLast = (order: Query['order']) => order !== 'most' && order !== 'least';

export function titleOf(query: Query): string {
  const { answer, of, group, order, direction } = query;
  if (of === 'alerts' && group === null) return 'Alerts';
  if (answer === 'entries') return 'Entries';
  if (answer === 'day')
    return isFirstOrLast(order)
      ? `${capital(order)} day`
      : `${capital(GROUPS[group ?? 'day'].many)} by ${measureWords(query)}`;
  if (answer === 'change')
    return `What changed ${direction === 'both' || direction === 'net' ? 'the flows' : direction}`;
  return capital(`${measureWords(query)}${group === null ? '' : ` by ${GROUPS[group].one}`}`);
}

export function alertNoun({ state }: Query): string {
  if (state === null) return 'alert';
  return `${state === 'false_positive' ? 'false-positive' : state} alert`;
}

export const capital = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

/** How the question was read, so that readers can check it. */
export function interpretationOf(query: Query, sheet: FactSheet): Span[] {
  const { answer, order, comparedWith } = query;
  if (query.isAll) return prose`number of all ${query.counted}`;
  const isOrdered = answer === 'ranking' || (answer === 'day' && !isFirstOrLast(order));
  const orderWords = isOrdered ? `, ${order === 'least' ? 'least' : 'most'} first` : '';
  const limit =
    answer === 'ranking' || (answer === 'entries' && query.of !== 'alerts')
      ? prose`, at most ${sheet.from('The question, or ten').count('Most that are listed', query.limit)}`
      : '';
  const share = query.isShare ? ', as a share of all' : '';
  const reach = query.withMembers ? ', with the number of members' : '';
  const compare = comparedWith === null ? '' : prose`, compared with ${rangeWords(comparedWith, sheet)}`;
  return prose`${subjectWords(query)}${scopePhrase(query, sheet)}${orderWords}${limit}${share}${reach}, ${periodWordsOf(query.period, sheet)}${compare}`;
}

function subjectWords(query: Query): string {
  const { answer, group, order } = query;
  const { sum } = DIRECTIONS[query.direction];
  const what = measureWords(query);
  if (answer === 'entries')
    return query.of === 'alerts'
      ? `${alertNoun(query)}s, one by one,`
      : `single ${sum}, ${ENTRY_ORDERS[order]} first`;
  if (answer === 'day')
    return isFirstOrLast(order) ? `${order} day with ${sum}` : `${GROUPS[group ?? 'day'].many} by ${what}`;
  if (answer === 'change')
    return `what changed ${sum}, by ${group === null ? 'company and member' : GROUPS[group].one}`;
  if (group === null) return what;
  return answer === 'ranking' ? `${GROUPS[group].many} by ${what}` : `${what} by ${GROUPS[group].one}`;
}

const MAX_NAMES = 5;

/** Whose and which entries: " of Ruth Miller (***4570) with ACME PAYROLL, of class WEB, of more than $500.00 each". */
export function scopePhrase(query: Query, sheet: FactSheet): Span[] {
  const { members, companies, classes, risk, categories } = query;
  const limit = limitWords(query, sheet);
  const names = (words: SentencePart[], all: number): Span[] =>
    all <= words.length
      ? joinWithAnd(words)
      : prose`${joinWithAnd(words)} and ${sheet.from('The question').count('Further names', all - words.length)} more`;
  const whose =
    members === null
      ? ''
      : prose` of ${names(
          members.slice(0, MAX_NAMES).map((member) => memberPhrase(sheet, member)),
          members.length,
        )}`;
  const partner =
    companies === null
      ? ''
      : prose` ${members === null ? 'of' : 'with'} ${names(
          companies.slice(0, MAX_NAMES).map((name) => companyName(name, sheet)),
          companies.length,
        )}`;
  const codes = classes.map((code) => sheet.from('The question').word('SEC class', code));
  const ofClass = codes.length === 0 ? '' : prose` of class ${joinWithAnd(codes)}`;
  const category = categories.length === 0 ? '' : ` of the category ${categories.join(' or ')}`;
  return prose`${whose}${partner}${ofClass}${limit}${category}${risk === null ? '' : ` of ${risk} risk`}`;
}

const LIMITS = {
  over: 'of more than',
  under: 'of less than',
  'at least': 'of at least',
  'at most': 'of at most',
  exactly: 'of exactly',
  between: 'between',
} as const;

function limitWords({ amount, answer }: Query, sheet: FactSheet): Span[] {
  if (amount === null) return [];
  const money = (cents: Cents) => sheet.from('The question').money('Limit of the amount', cents);
  const limit = prose`${LIMITS[amount.is]} ${money(amount.cents)}`;
  const range = amount.is === 'between' ? prose`${limit} and ${money(amount.toCents)}` : limit;
  if (amount.of === 'total') return prose` with a total ${range}`;
  return prose` ${range}${answer === 'entries' ? '' : ' each'}`;
}

export const companyName = (name: string, sheet: FactSheet) =>
  sheet.from(LEDGER_ENTRIES).company('Company', name);

export function periodWordsOf(period: Period, sheet: FactSheet): Span[] {
  return prose`${period.firstDay === period.lastDay ? 'on' : 'from'} ${rangeWords(period, sheet)}`;
}

export function rangeWords({ firstDay, lastDay }: Period, sheet: FactSheet): Span[] {
  const day = (label: string, value: Day) => sheet.from('Days of the question or the form').day(label, value);
  const first = day('First day of the period', firstDay);
  return firstDay === lastDay
    ? prose`${first}`
    : prose`${first} to ${day('Last day of the period', lastDay)}`;
}

export function reversalNote({ query }: AnswerContext): Span[] {
  const way = query.direction === 'credits' ? 'credits sent to members' : 'debits collected from members';
  return prose`Companies send credits and collect debits. Read as: companies by ${way}.`;
}

export function meaningOfName({ query, sheet }: AnswerContext): Span[] | null {
  const meanings = query.standsFor.map(({ words, companies }) => {
    const shown = companies.slice(0, MAX_NAMES).map((name) => companyName(name, sheet));
    const more = companies.length - shown.length;
    const rest =
      more === 0
        ? ''
        : prose` and ${sheet.from(LEDGER_ENTRIES).count('Further companies of this name', more)} more`;
    return prose`“${quoteQuestion(words, sheet)}” is taken for ${joinWithAnd(shown)}${rest}.`;
  });
  return meanings.length === 0 ? null : sentences(...meanings);
}

/** Quotes the question. Long numbers show their last four digits only, as accounts do. */
export function quoteQuestion(words: string, sheet: FactSheet): CitedFact {
  return sheet.from('The question').word(
    'Words of the question',
    words.replaceAll(/(?<![\d$.,])\d{6,17}(?!\d|[.,]\d)/g, (number) => `***${number.slice(-4)}`),
  );
}

/** Notes periods of different lengths, and a comparison that the ledger does not cover. */
export function coverageNote({ query, scope, sheet }: AnswerContext): Span[] | null {
  const { period, comparedWith, notCompared } = query;
  if (notCompared !== null)
    return prose`It is not compared with ${rangeWords(notCompared, sheet)}: the ledger begins on ${sheet.from('Oldest dated entry').day('First day of the ledger', scope.firstDay)}.`;
  if (comparedWith === null || daysIn(period) === daysIn(comparedWith)) return null;
  const length = (label: string, days: Period) =>
    sheet.from('Calendar').count(`Days of ${label}`, daysIn(days));
  return prose`The period has ${withNoun(length('the period', period), 'day')}, the one it is compared with ${length('the period it is compared with', comparedWith)}.`;
}
