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

/** "Companies", "days", "classes". */
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
  ({ most: 'largest', least: 'smallest', last: 'newest', first: 'oldest', 'first and last': 'oldest' })[
    order
  ];

/** What the question asks for, without its filters: "credits", "number of debits", "average credit". */
export function measureWords(query: Query): string {
  const { of, measure, counted, answer } = query;
  if (of === 'alerts') return `number of ${alertNoun(query)}s`;
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
    return `What changed ${direction === 'both' || direction === 'net' ? 'the flows' : direction}`;
  return capital(`${measureWords(query)}${group === null ? '' : ` by ${groupNoun(group)}`}`);
}

export const alertNoun = ({ state }: Query) =>
  state === null ? 'alert' : `${state === 'false_positive' ? 'false-positive' : state} alert`;

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
      : `single ${sum}, ${entryOrder(order)} first`;
  if (answer === 'day')
    return isFirstOrLast(order)
      ? `${order} day with ${sum}`
      : `${plural(groupNoun(group ?? 'day'))} by ${what}`;
  if (answer === 'change')
    return `what changed ${sum}, by ${group === null ? 'company and member' : groupNoun(group)}`;
  if (group === null) return what;
  return answer === 'ranking' ? `${plural(groupNoun(group))} by ${what}` : `${what} by ${groupNoun(group)}`;
}

const MAX_NAMES = 5;

/** Whose and which entries: " of Ruth Miller (***4570) with ACME PAYROLL, of class WEB, of more than $500.00 each". */
export function scopePhrase(query: Query, sheet: FactSheet): Span[] {
  const { members, companies, classes, risk, categories, amount } = query;
  const question = sheet.from('The question');
  const names = <Name>(
    all: readonly Name[] | null,
    preposition: string,
    nameOf: (name: Name) => SentencePart,
  ) =>
    all === null
      ? ''
      : prose` ${preposition} ${someNames(all, nameOf, (more) => question.count('Further names', more))}`;
  const limited = amount === null ? '' : limitWords(amount);
  const whose = names(members, 'of', (member) => memberPhrase(sheet, member));
  const partner = names(companies, members === null ? 'of' : 'with', (name) => companyName(name, sheet));
  const codes = classes.map((code) => question.word('SEC class', code));
  const ofClass = codes.length === 0 ? '' : prose` of class ${joinWithAnd(codes)}`;
  const category = categories.length === 0 ? '' : ` of the category ${categories.join(' or ')}`;
  return prose`${whose}${partner}${ofClass}${limited}${category}${risk === null ? '' : ` of ${risk} risk`}`;

  function limitWords({ is, cents, toCents, of }: NonNullable<Query['amount']>): Span[] {
    const money = (each: Cents) => question.money('Limit of the amount', each);
    const word =
      is === 'over' ? 'of more than' : is === 'under' ? 'of less than' : is === 'between' ? is : `of ${is}`;
    const range = prose`${word} ${money(cents)}${is === 'between' ? prose` and ${money(toCents)}` : ''}`;
    return of === 'total'
      ? prose` with a total ${range}`
      : prose` ${range}${query.answer === 'entries' ? '' : ' each'}`;
  }
}

/** At most five names, and the number of the others. */
function someNames<Name>(
  all: readonly Name[],
  nameOf: (name: Name) => SentencePart,
  further: (count: number) => CitedFact,
): Span[] {
  const shown = joinWithAnd(all.slice(0, MAX_NAMES).map(nameOf));
  return all.length <= MAX_NAMES ? shown : prose`${shown} and ${further(all.length - MAX_NAMES)} more`;
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
  const further = (count: number) =>
    sheet.from(LEDGER_ENTRIES).count('Further companies of this name', count);
  const meanings = query.standsFor.map(({ words, companies }) => {
    const names = someNames(companies, (name) => companyName(name, sheet), further);
    return prose`“${quoteQuestion(words, sheet)}” is taken for ${names}.`;
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
