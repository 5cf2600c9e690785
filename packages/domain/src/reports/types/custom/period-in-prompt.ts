import { addDays, type Day, isDay, mondayOf } from '../../../calendar/day.ts';
import { addMonths, type Month, monthOf } from '../../../calendar/month.ts';
import type { Period } from '../../../metrics/period.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH = String.raw`(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?`;
const YEAR = String.raw`(?:,? (?<year>(?:19|20)\d\d))?`;
const DAY = String.raw`(?:(?<iso>\d{4}-\d{2}-\d{2})|${MONTH} (?<day>\d{1,2})(?:st|nd|rd|th)?\b${YEAR})`;
const UNITS = { day: 1, week: 7, month: 30, quarter: 91, year: 365 } as const;

type Groups = Readonly<Record<string, string | undefined>>;
interface Reading {
  pattern: RegExp;
  /** Null where the words name no day that exists. */
  period: (groups: Groups, asOf: Day) => Period | null;
}

const oneOfDays = (name: string) => DAY.replaceAll(/\?<(\w+)>/g, (_, group: string) => `?<${group}${name}>`);

/** The first that matches; those that say more come first. */
const READINGS: readonly Reading[] = [
  {
    pattern: new RegExp(
      `\\b(?:from|between) ${oneOfDays('A')} (?:to|and|until|till|through) ${oneOfDays('B')}`,
      'i',
    ),
    period: (groups, asOf) => between(dayIn(groups, 'A', asOf), dayIn(groups, 'B', asOf)),
  },
  {
    pattern: new RegExp(`\\bsince ${DAY}`, 'i'),
    period: (groups, asOf) => between(dayIn(groups, '', asOf), asOf),
  },
  {
    pattern: new RegExp(`\\bsince ${MONTH}${YEAR}`, 'i'),
    period: (groups, asOf) => between(`${monthIn(groups, asOf)}-01`, asOf),
  },
  {
    pattern: new RegExp(`\\bon ${DAY}`, 'i'),
    period: (groups, asOf) => between(dayIn(groups, '', asOf), dayIn(groups, '', asOf)),
  },
  {
    pattern: /\b(?:last|past|previous) (?<count>\d{1,3}) (?<unit>day|week|month|quarter|year)s?\b/i,
    period: ({ count, unit }, asOf) => rolling(Number(count), unit as keyof typeof UNITS, asOf),
  },
  { pattern: /\bQ(?<quarter>[1-4])(?: (?<year>(?:19|20)\d\d))?\b/i, period: quarterNamed },
  {
    pattern: new RegExp(
      `\\b(?:in|during|of|for|throughout) ${MONTH}${YEAR}|\\b${MONTH.replace('month', 'named')} (?<ofYear>(?:19|20)\\d\\d)\\b`,
      'i',
    ),
    period: ({ month, year, named, ofYear }, asOf) =>
      wholeMonths(monthIn({ month: month ?? named, year: year ?? ofYear }, asOf), 1),
  },
  {
    pattern: /\b(?:in|during|of|for) (?<year>(?:19|20)\d\d)\b/i,
    period: ({ year }) => wholeMonths(`${year}-01`, 12),
  },
  {
    pattern: /\b(?:last|past|previous) (?<unit>week|month|quarter|year)\b/i,
    period: ({ unit }, asOf) => calendarUnit(unit ?? '', asOf, 'last'),
  },
  {
    pattern: /\b(?:this|current) (?<unit>week|month|quarter|year)\b/i,
    period: ({ unit }, asOf) => calendarUnit(unit ?? '', asOf, 'this'),
  },
  {
    pattern: /\byear[ -]to[ -]date\b|\bYTD\b/i,
    period: (_, asOf) => between(`${asOf.slice(0, 4)}-01-01`, asOf),
  },
];

/**
 * The days that words of a question name: "last quarter", "in August", "since June 3", "last 90 days". Months and days without
 * a year are the newest that began by `asOf`; nothing reaches beyond it.
 *
 * @param asOf newest posting day of the ledger
 * @returns null where the question names none
 */
export function periodInPrompt(prompt: string, asOf: Day): Period | null {
  for (const { pattern, period } of READINGS) {
    const groups = pattern.exec(prompt)?.groups;
    const read = groups === undefined ? readPlain(pattern, prompt, { period, asOf }) : period(groups, asOf);
    if (read !== null && read.firstDay <= asOf)
      return { firstDay: read.firstDay, lastDay: read.lastDay > asOf ? asOf : read.lastDay };
  }
  return null;
}

/** Of a pattern without named parts. */
function readPlain(
  pattern: RegExp,
  prompt: string,
  { period, asOf }: Pick<Reading, 'period'> & { asOf: Day },
): Period | null {
  return pattern.test(prompt) ? period({}, asOf) : null;
}

function between(firstDay: Day | null, lastDay: Day | null): Period | null {
  return firstDay === null || lastDay === null || firstDay > lastDay ? null : { firstDay, lastDay };
}

function rolling(count: number, unit: keyof typeof UNITS, asOf: Day): Period | null {
  return count < 1 ? null : { firstDay: addDays(asOf, 1 - count * UNITS[unit]), lastDay: asOf };
}

function calendarUnit(unit: string, asOf: Day, which: 'last' | 'this'): Period {
  const back = which === 'last' ? 1 : 0;
  const month = monthOf(asOf);
  if (unit === 'week') {
    const monday = addDays(mondayOf(asOf), -7 * back);
    return { firstDay: monday, lastDay: addDays(monday, 6) };
  }
  if (unit === 'month') return wholeMonths(addMonths(month, -back), 1);
  if (unit === 'year') return wholeMonths(`${Number(asOf.slice(0, 4)) - back}-01`, 12);
  const first = addMonths(month, -((Number(month.slice(5)) - 1) % 3));
  return wholeMonths(addMonths(first, -3 * back), 3);
}

function quarterNamed({ quarter, year }: Groups, asOf: Day): Period {
  const month = String(3 * Number(quarter) - 2).padStart(2, '0');
  const own = `${year ?? asOf.slice(0, 4)}-${month}`;
  return wholeMonths(year === undefined && own > monthOf(asOf) ? addMonths(own, -12) : own, 3);
}

function wholeMonths(first: Month, months: number): Period {
  return { firstDay: `${first}-01`, lastDay: addDays(`${addMonths(first, months)}-01`, -1) };
}

function monthIn({ month, year }: Groups, asOf: Day): Month {
  const number = String(MONTHS.indexOf((month ?? '').slice(0, 3).toLowerCase()) + 1).padStart(2, '0');
  if (year !== undefined) return `${year}-${number}`;
  const own = `${asOf.slice(0, 4)}-${number}`;
  return own > monthOf(asOf) ? addMonths(own, -12) : own;
}

function dayIn(groups: Groups, name: string, asOf: Day): Day | null {
  const iso = groups[`iso${name}`];
  if (iso !== undefined) return isDay(iso) ? iso : null;
  const [month, year] = [groups[`month${name}`], groups[`year${name}`]];
  const of = String(Number(groups[`day${name}`])).padStart(2, '0');
  const number = String(MONTHS.indexOf((month ?? '').slice(0, 3).toLowerCase()) + 1).padStart(2, '0');
  const own = `${year ?? asOf.slice(0, 4)}-${number}-${of}`;
  const day = year === undefined && own > asOf ? `${Number(asOf.slice(0, 4)) - 1}${own.slice(4)}` : own;
  return isDay(day) ? day : null;
}
