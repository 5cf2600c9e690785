import type { Fact } from '@clearwatch/contracts/ai-reports';
import { addDays } from '@clearwatch/domain/calendar/day';
import type { Days, FactReport, RecountBooks } from './recount-books.ts';
import { AS_OF } from './recount-entries.ts';

/** A fact's value without its kind: cents, a number, a share, a day, a month or a name. */
export type Value = number | string;

export interface FactContext {
  books: RecountBooks;
  report: FactReport;
  fact: Fact;
  /** The named parts of the label. */
  part: Readonly<Record<string, string>>;
  /** The period in the label, or else the report period. */
  days: Days;
  /** The account in the label, identified by its last four digits; empty without one. */
  account: string;
  /** Recounts another fact in the report; used for computed facts. */
  recountOf: (fact: Fact) => Value | undefined;
}

/**
 * Recounts a fact from raw entries; null when its label does not match. A name is correct when it is in the
 * ledger; the list checks verify its position.
 */
export type Recount = (context: FactContext) => Value | null;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH = `(?:${MONTHS.join('|')})`;
const DAY = `${MONTH} \\d{1,2}, \\d{4}`;

/** Regular expressions for the placeholders in a pattern. */
const PLACES: Readonly<Record<string, string>> = {
  side: '(?<side>[Cc]redits|[Dd]ebits)',
  period: `(?<period>${MONTH} \\d{1,2}(?:, \\d{4})? to ${DAY}|${DAY})`,
  month: `(?<month>${MONTH} \\d{4})`,
  'last month': `(?<to>${MONTH} \\d{4})`,
  day: '(?<day>\\d{4}-\\d\\d-\\d\\d)',
  account: '\\*\\*\\*(?<account>\\d{4})',
  'as of': `as of (?<asOf>${DAY})`,
};

/** Recounts by label; `{period}` and similar placeholders match words, any other placeholder matches any text. */
export function table(rows: Readonly<Record<string, Recount>>): readonly [RegExp, Recount][] {
  return Object.entries(rows).map(([label, recount]) => {
    const escaped = label.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&');
    const pattern = escaped.replaceAll(/\{([a-z ]+)\}/g, (_, place: string) => PLACES[place] ?? `(?<${place}>.+?)`);
    return [new RegExp(`^${pattern}$`), recount];
  });
}

/** @returns the recount; undefined when no table covers the label */
export function recount(
  tables: readonly (readonly [RegExp, Recount])[],
  request: Pick<FactContext, 'books' | 'report' | 'fact'>,
): Value | undefined {
  for (const [pattern, count] of tables) {
    const found = pattern.exec(request.fact.label);
    if (found === null) continue;
    const part = found.groups ?? {};
    const counted = count({
      ...request,
      part,
      days: daysIn(part, request.report),
      account: accountIn(part, request.books),
      recountOf: (fact) => recount(tables, { ...request, fact }),
    });
    if (counted !== null) return counted;
  }
  return undefined;
}

function accountIn({ account }: FactContext['part'], books: RecountBooks): string {
  return account === undefined ? '' : books.accountEnding(account);
}

function daysIn({ period, month, asOf }: FactContext['part'], report: FactReport): Days {
  if (asOf !== undefined && daysOfWords(asOf).lastDay !== AS_OF) throw new Error(`the ledger does not end on ${AS_OF}`);
  if (month !== undefined)
    return {
      firstDay: `${monthOf(month)}-01`,
      lastDay: least(`${monthOf(month)}-31`, report.period.lastDay),
    };
  return period === undefined ? report.period : daysOfWords(period);
}

export const least = (a: string, b: string) => (a < b ? a : b);

/** Parses a month such as "Aug 2026". */
export function monthOf(words: string): string {
  const [name = '', year = ''] = words.split(' ');
  return `${year}-${String(MONTHS.indexOf(name) + 1).padStart(2, '0')}`;
}

/** Parses days such as "Jul 22 to Aug 20, 2026". */
function daysOfWords(words: string): Days {
  const [first = '', last = first] = words.split(' to ');
  const year = /\d{4}$/.exec(last)?.[0] ?? '';
  const dayOf = (text: string) => {
    const [name = '', day = '', own = year] = text.replace(',', '').split(' ');
    return `${monthOf(`${name} ${own}`)}-${day.padStart(2, '0')}`;
  };
  return { firstDay: dayOf(first), lastDay: dayOf(last) };
}

export function valueOf({ value }: Fact): Value {
  switch (value.kind) {
    case 'money':
      return value.cents;
    case 'count':
      return value.count;
    case 'share':
      return value.share;
    case 'number':
      return value.number;
    case 'day':
      return value.day;
    case 'month':
      return value.month;
    case 'name':
      return value.name;
  }
}

/** Rows in the table with this caption; empty when there is no such table. */
export function rowsOf({ document }: FactReport, caption: RegExp): string[][] {
  const blocks = document.sections.flatMap((section) => section.blocks);
  const found = blocks.find((block) => block.kind === 'table' && caption.test(block.caption));
  return found?.kind === 'table' ? found.rows.map((row) => row.map(({ text }) => text)) : [];
}

/** The fact referenced in the source ("F12"). */
export function factIn({ facts }: FactReport, id: string): Fact {
  const found = facts.find((fact) => fact.id === id);
  if (found === undefined) throw new Error(`there is no fact ${id}`);
  return found;
}

export const isComparable = (books: RecountBooks, { previous }: FactReport) => books.firstDay <= previous.firstDay;
export const yearBefore = (day: string): Days => ({
  firstDay: addDays(day, -365),
  lastDay: addDays(day, -1),
});
