import type { Span } from '@clearwatch/contracts/ai-reports';
import type { Day } from '../../calendar/day.ts';
import { daysIn, type Period } from '../../calendar/period.ts';
import type { Cents } from '../../money/cents.ts';
import type { CitedFact, FactSheet } from '../fact-sheet.ts';
import { joinWithAnd, prose, type SentencePart, sentences, withNoun } from '../report-blocks.ts';
import type { ReportContext } from '../report-composer.ts';
import { memberPhrase } from '../sections/member-figures.ts';
import type { AnswerData, Query, QueryGroup } from './custom-query.ts';

export interface AnswerContext extends ReportContext {
  query: Query;
  answered: AnswerData;
}

export const LEDGER_ENTRIES = 'Entries of the ledger';

export const GROUP_NOUNS: Readonly<Record<QueryGroup, string>> = {
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

export const GROUP_NOUN: Readonly<Record<QueryGroup, string>> = {
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

export const joinWithOr = (direction: Query['direction']) =>
  direction === 'credits' || direction === 'debits' ? direction : 'credits or debits';

export const DIRECTIONS = {
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

export function titleOf(query: Query): string {
  const { answer, of, group, order } = query;
  if (of === 'alerts' && group === null) return 'Alerts';
  const what = capital(measureWords(query));
  if (answer === 'entries') return 'Entries';
  if (answer === 'day')
    return order === 'first' || order === 'last' || order === 'first and last'
      ? `${capital(order)} day`
      : `${capital(group === null ? 'days' : GROUP_NOUNS[group])} by ${measureWords(query)}`;
  if (answer === 'change')
    return `What changed ${query.direction === 'both' || query.direction === 'net' ? 'the flows' : query.direction}`;
  return group === null ? what : `${what} by ${GROUP_NOUN[group]}`;
}

export function alertNoun({ state }: Query): string {
  if (state === null) return 'alert';
  return `${state === 'false_positive' ? 'false-positive' : state} alert`;
}

export const capital = (words: string) => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

/** How the question was read, so that readers can check it. */
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
          : prose`${group === null ? 'days' : GROUP_NOUNS[group]} by ${what}`
        : answer === 'change'
          ? prose`what changed ${DIRECTIONS[query.direction]}, by ${group === null ? 'company and member' : GROUP_NOUN[group]}`
          : answer === 'ranking' && group !== null
            ? prose`${GROUP_NOUNS[group]} by ${what}`
            : prose`${what}${group === null ? '' : ` by ${GROUP_NOUN[group]}`}`;
  const limit =
    answer === 'ranking' || answer === 'entries'
      ? query.of === 'alerts' && answer === 'entries'
        ? ''
        : prose`, at most ${sheet.from('The question, or ten').count('Most that are listed', query.limit)}`
      : '';
  const share = isShare ? ', as a share of all' : '';
  const reach = query.withMembers ? ', with the number of members' : '';
  const compare = comparedWith === null ? '' : prose`, compared with ${rangeWords(comparedWith, sheet)}`;
  return prose`${subject}${scopePhrase(query, sheet)}${orderWords}${limit}${share}${reach}, ${periodWordsOf(query.period, sheet)}${compare}`;
}

const MAX_NAMES = 5;

/** Whose and which entries: " of Ruth Miller (***4570) with ACME PAYROLL, of class WEB, of more than $500.00 each". */
export function scopePhrase(query: Query, sheet: FactSheet): Span[] {
  const { members, companies, classes, amount, risk, categories, answer } = query;
  const names = (words: SentencePart[], all: number): Span[] =>
    all <= words.length
      ? joinWithAnd(words)
      : prose`${joinWithAnd(words)} and ${sheet.from('The question').count('Further names', all - words.length)} more`;
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
  }${classes.length === 0 ? '' : prose` of class ${joinWithAnd(classes.map((code) => sheet.from('The question').word('SEC class', code)))}`}${
    limit === null
      ? ''
      : prose` ${amount?.of === 'total' ? 'with a total' : ''}${amount?.of === 'total' ? ' ' : ''}${limit}${amount?.of === 'total' || answer === 'entries' ? '' : ' each'}`
  }${categories.length === 0 ? '' : ` of the category ${categories.join(' or ')}`}${risk === null ? '' : ` of ${risk} risk`}`;
}

function limitWords(amount: NonNullable<Query['amount']>, sheet: FactSheet): Span[] {
  const money = (cents: Cents) => sheet.from('The question').money('Limit of the amount', cents);
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
  const said = query.standsFor.map(({ words, companies }) => {
    const shown = companies.slice(0, MAX_NAMES).map((name) => companyName(name, sheet));
    const more = companies.length - shown.length;
    const rest =
      more === 0
        ? ''
        : prose` and ${sheet.from(LEDGER_ENTRIES).count('Further companies of this name', more)} more`;
    return prose`“${quoteQuestion(words, sheet)}” is taken for ${joinWithAnd(shown)}${rest}.`;
  });
  return said.length === 0 ? null : sentences(...said);
}

/** Quotes the question. Long numbers show their last four digits only, as accounts do. */
export function quoteQuestion(words: string, sheet: FactSheet): CitedFact {
  return sheet.from('The question').word(
    'Words of the question',
    words.replaceAll(/(?<![\d$.,])\d{6,17}(?!\d|[.,]\d)/g, (number) => `***${number.slice(-4)}`),
  );
}

/** Notes periods of different lengths, and a comparison that the ledger does not cover. */
export function coverageNote({ query, asked, sheet }: AnswerContext): Span[] | null {
  const { period, comparedWith, notCompared } = query;
  if (notCompared !== null)
    return prose`It is not compared with ${rangeWords(notCompared, sheet)}: the ledger begins on ${sheet.from('Oldest dated entry').day('First day of the ledger', asked.firstDay)}.`;
  if (comparedWith === null || daysIn(period) === daysIn(comparedWith)) return null;
  const length = (label: string, days: Period) =>
    sheet.from('Calendar').count(`Days of ${label}`, daysIn(days));
  return prose`The period has ${withNoun(length('the period', period), 'day')}, the one it is compared with ${length('the period it is compared with', comparedWith)}.`;
}
