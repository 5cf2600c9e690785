import { addDays, type Day, isDay, mondayOf, weekdayOf } from '../../../calendar/day.ts';
import { addMonths, endsMonth, type Month, monthOf, monthsFrom } from '../../../calendar/month.ts';
import { type Period, previousPeriod } from '../../../metrics/period.ts';
import { NUMBER_WORDS } from './number-words.ts';

export const PERIOD_UNITS = ['day', 'week', 'month', 'quarter', 'year'] as const;
export type PeriodUnit = (typeof PERIOD_UNITS)[number];

/** Days that a stretch of a question names. */
export interface FoundPeriod {
  start: number;
  end: number;
  /** Relative to the days that the question is about: the same number of days before them, or the same days a year earlier. */
  period: Period | 'previous' | 'year before';
  /** "Last 8 weeks": to be counted in whole weeks where the answer is by week. */
  rolling: { count: number; unit: PeriodUnit } | null;
}

/** What days without a year, and words such as "ever", are read against. */
export interface LedgerDays {
  /** Newest posting day of the ledger. */
  asOf: Day;
  firstDay: Day;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const ORDINALS = ['first', 'second', 'third', 'fourth'];
const MONTH = String.raw`(?<month>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?`;
const YEAR = String.raw`(?:,? (?:of )?(?<year>(?:19|20)\d\d))?`;
const SUFFIX = '(?:st|nd|rd|th)?';
const DAY = String.raw`(?:(?<iso>\d{4}-\d{2}-\d{2})|(?<slash>\d{1,2}/\d{1,2}(?:/(?:\d{4}|\d\d))?)|${MONTH} (?:the )?(?<day>\d{1,2})${SUFFIX}\b${YEAR}|(?:the )?(?<day2>\d{1,2})${SUFFIX} (?:of )?${MONTH.replace('month', 'month2')}${YEAR.replace('year', 'year2')})`;
const COUNT = String.raw`(?<count>\d{1,3}|${Object.keys(NUMBER_WORDS).join('|')})`;
const UNIT = '(?<unit>day|week|month|quarter|year)';
const TO = '(?:to|until|till|through|thru|-|–)';
/** A bare "March" or "May" is a name or a verb unless something asks for a month. */
const BARE_MONTH = String.raw`(?<month>January|February|April|June|July|August|September|October|November|December)\b(?! \p{Lu})`;

type Groups = Readonly<Record<string, string | undefined>>;
interface Reading {
  pattern: RegExp;
  /** Whether the words, before the rest of the question, are part of a name. */
  isName?: (words: string, rest: string) => boolean;
  /** Null where the words name no day that exists. */
  period: (groups: Groups, ledger: LedgerDays) => FoundPeriod['period'] | null;
}

/** The same pattern twice in one: every group gets a letter of its own. */
const named = (pattern: string, letter: string) =>
  pattern.replaceAll(/\?<([a-z]+\d?)>/g, (_, group: string) => `?<${group}${letter}>`);
const of = (pattern: string, flags = 'giu') => new RegExp(pattern, flags);

/** Those that say more come first; what one has taken is not read again. */
const READINGS: readonly Reading[] = [
  {
    pattern: of(String.raw`\bbetween ${named(DAY, 'A')} and ${named(DAY, 'B')}`),
    period: (groups, { asOf }) => between(dayIn(groups, 'A', asOf), dayIn(groups, 'B', asOf)),
  },
  {
    pattern: of(String.raw`\b(?:from )?${named(DAY, 'A')} ?${TO} ?${named(DAY, 'B')}`),
    period: (groups, { asOf }) => between(dayIn(groups, 'A', asOf), dayIn(groups, 'B', asOf)),
  },
  {
    pattern: of(
      String.raw`\b(?:from )?${MONTH} (?<day>\d{1,2})${SUFFIX} ?${TO} ?(?<last>\d{1,2})${SUFFIX}\b${YEAR}`,
    ),
    period: (groups, { asOf }) =>
      between(dayIn(groups, '', asOf), dayIn({ ...groups, day: groups['last'] }, '', asOf)),
  },
  {
    pattern: of(
      String.raw`\b(?:from ${named(MONTH + YEAR, 'A')} ${TO}|between ${named(MONTH + YEAR, 'C')} and) ${named(MONTH + YEAR, 'B')}`,
    ),
    period: (groups, { asOf }) => {
      const last = monthIn({ month: groups['monthB'], year: groups['yearB'] }, asOf);
      const name = groups['monthA'] ?? groups['monthC'];
      const own = groups['yearA'] ?? groups['yearC'] ?? last.slice(0, 4);
      const first = monthIn({ month: name, year: own }, asOf);
      const begin = first > last ? addMonths(first, -12) : first;
      return between(`${begin}-01`, wholeMonths(last, 1).lastDay);
    },
  },
  {
    pattern: of(String.raw`\b(?:since|starting|from) ${DAY}(?: on(?:wards?)?)?`),
    period: (groups, { asOf }) => between(dayIn(groups, '', asOf), asOf),
  },
  {
    pattern: of(String.raw`\bafter ${DAY}`),
    period: (groups, { asOf }) => between(nextDay(dayIn(groups, '', asOf)), asOf),
  },
  {
    pattern: of(String.raw`\b(?:until|till|up to|through) ${DAY}`),
    period: (groups, { asOf, firstDay }) => between(firstDay, dayIn(groups, '', asOf)),
  },
  {
    pattern: of(String.raw`\bbefore ${DAY}`),
    period: (groups, { asOf, firstDay }) => between(firstDay, dayBefore(dayIn(groups, '', asOf))),
  },
  {
    pattern: of(String.raw`\bsince (?:the )?(?:start|beginning) of (?:the|this) ${UNIT}\b`),
    period: ({ unit }, { asOf }) => calendarUnit(unit ?? '', asOf, 'this'),
  },
  {
    pattern: of(String.raw`\bsince ${MONTH}${YEAR}`),
    period: (groups, { asOf }) => between(`${monthIn(groups, asOf)}-01`, asOf),
  },
  {
    pattern: of(String.raw`\bbefore ${MONTH}${YEAR}`),
    period: (groups, { asOf, firstDay }) => between(firstDay, dayBefore(`${monthIn(groups, asOf)}-01`)),
  },
  {
    pattern: of(String.raw`\bsince (?<year>(?:19|20)\d\d)\b`),
    period: ({ year }, { asOf }) => between(`${year}-01-01`, asOf),
  },
  {
    pattern: of(String.raw`\b(?:in |during )?(?:the )?week of ${DAY}`),
    period: (groups, { asOf }) => {
      const day = dayIn(groups, '', asOf);
      return day === null ? null : { firstDay: mondayOf(day), lastDay: addDays(mondayOf(day), 6) };
    },
  },
  {
    pattern: of(String.raw`\b(?:on |for )?${DAY}`),
    period: (groups, { asOf }) => oneDay(dayIn(groups, '', asOf)),
  },
  {
    pattern: of(
      String.raw`\b(?:in |of |for |during |over |within )?(?:the )?(?:last|past|previous|preceding|prior|most recent|latest) ${COUNT} ${UNIT}s?\b`,
    ),
    period: ({ count, unit }, { asOf }) => rolling(numberOf(count), unit as PeriodUnit, asOf),
  },
  {
    pattern: of(
      String.raw`\b(?:in |of |for |during |over )?(?:the )?(?:Q(?<quarter>[1-4])|(?<named>first|second|third|fourth|1st|2nd|3rd|4th) quarter)${YEAR}\b`,
    ),
    period: (groups, { asOf }) => quarterNamed(groups, asOf),
  },
  {
    pattern: of(
      String.raw`\b(?:in |of |for |during |over )?(?:the )?(?:H(?<half>[12])|(?<named>first|second) half)(?: of)?${YEAR}\b`,
    ),
    period: ({ half, named: word, year }, { asOf }) => {
      const isSecond = (half ?? String(ORDINALS.indexOf((word ?? '').toLowerCase()) + 1)) === '2';
      const own = `${year ?? asOf.slice(0, 4)}-${isSecond ? '07' : '01'}`;
      return wholeMonths(year === undefined && own > monthOf(asOf) ? addMonths(own, -12) : own, 6);
    },
  },
  {
    pattern: of(
      String.raw`\b(?:(?:in|during|of|for|throughout|over) )?(?:the )?(?:year|calendar year) (?<year>(?:19|20)\d\d)\b`,
    ),
    period: ({ year }) => wholeMonths(`${year}-01`, 12),
  },
  {
    pattern: of(
      String.raw`\b(?:(?:in|during|of|for|throughout|from) )?(?:(?:last|this|the month of) )?${MONTH},? (?<year>(?:19|20)\d\d)\b`,
    ),
    period: (groups, { asOf }) => wholeMonths(monthIn(groups, asOf), 1),
  },
  {
    pattern: of(String.raw`\b(?:in|during|of|for|throughout|last|this|the month of) ${MONTH}`),
    // "Of April Smith" names a person.
    isName: (words, rest) => /^(?:of|for) /i.test(words) && /^ \p{Lu}\p{Ll}/u.test(rest),
    period: (groups, { asOf }) => wholeMonths(monthIn(groups, asOf), 1),
  },
  {
    pattern: /\b(?:(?:in|during|of|for|throughout) )(?<year>(?:19|20)\d\d)\b(?! dollars)/giu,
    period: ({ year }) => wholeMonths(`${year}-01`, 12),
  },
  {
    pattern:
      /\b(?:the )?(?:same|corresponding) (?:period|days?|week|month|quarter|time)(?: of| in)?(?: the)? (?:last|previous|prior) year\b|\b(?:a|one) year (?:ago|earlier|before)\b/giu,
    period: () => 'year before',
  },
  {
    pattern: /\b(?:the )?(?:period before|(?:previous|prior|preceding|last) period)\b/giu,
    period: () => 'previous',
  },
  {
    pattern: of(String.raw`\b(?:in |of |for |during |over )?(?:the )?past ${UNIT}\b`),
    period: ({ unit }, { asOf }) => rolling(1, unit as PeriodUnit, asOf),
  },
  {
    pattern: of(String.raw`\bsince (?:the )?(?:last|previous) ${UNIT}\b`),
    period: ({ unit }, { asOf }) => between(calendarUnit(unit ?? '', asOf, 'last').firstDay, asOf),
  },
  {
    pattern: /\b(?:the )?(?:day|week|month|quarter|year) before\b(?! last)/giu,
    period: () => 'previous',
  },
  {
    pattern: of(String.raw`\b(?:in |of |for |during )?(?:the )?(?:last|previous|preceding|prior) ${UNIT}\b`),
    period: ({ unit }, { asOf }) => calendarUnit(unit ?? '', asOf, 'last'),
  },
  {
    pattern: of(
      String.raw`\b(?:so far |in |of |for |during )?(?:this|the current|current) ${UNIT}(?: so far)?\b|\b${UNIT.replace('unit', 'toDate')}[ -]to[ -]date\b`,
    ),
    period: ({ unit, toDate }, { asOf }) => calendarUnit(unit ?? toDate ?? '', asOf, 'this'),
  },
  { pattern: /\bYTD\b/giu, period: (_, { asOf }) => calendarUnit('year', asOf, 'this') },
  { pattern: /\bMTD\b/giu, period: (_, { asOf }) => calendarUnit('month', asOf, 'this') },
  { pattern: /\bQTD\b/giu, period: (_, { asOf }) => calendarUnit('quarter', asOf, 'this') },
  { pattern: /\btoday\b/giu, period: (_, { asOf }) => oneDay(asOf) },
  { pattern: /\byesterday\b/giu, period: (_, { asOf }) => oneDay(addDays(asOf, -1)) },
  {
    pattern: of(String.raw`\b(?:on |last |on last |this )(?<weekday>${WEEKDAYS.join('|')})\b`),
    period: ({ weekday }, { asOf }) => {
      const back = (weekdayOf(asOf) - WEEKDAYS.indexOf((weekday ?? '').toLowerCase()) + 7) % 7;
      return oneDay(addDays(asOf, -back));
    },
  },
  {
    pattern:
      /\bever\b|\b(?:of )?all[ -]time\b|\b(?:in|over|of) the (?:whole|entire) ledger\b|\bon record\b|\bso far\b/giu,
    period: (_, { firstDay, asOf }) => between(firstDay, asOf),
  },
  // The last: a month alone, in capitals as a month is written.
  {
    pattern: of(String.raw`\b${BARE_MONTH}`, 'gu'),
    period: (groups, { asOf }) => wholeMonths(monthIn(groups, asOf), 1),
  },
  {
    pattern:
      /(?<=\b(?:with|to|vs\.?|versus|against|than|compare|and|or) )(?<month>March|May)\b(?! \p{Lu})|\b(?<month2>March|May)(?= (?:vs\.?|versus|compared|against|and (?:January|February|April|June|July|August|September|October|November|December)))/gu,
    period: ({ month, month2 }, { asOf }) => wholeMonths(monthIn({ month: month ?? month2 }, asOf), 1),
  },
];

/**
 * The days that words of a question name, in their order: "last quarter", "in August", "since June 3", "last 90 days". Months
 * and days without a year are the newest that began by `asOf`; nothing reaches beyond it.
 */
export function findPeriods(text: string, ledger: LedgerDays): FoundPeriod[] {
  const found: FoundPeriod[] = [];
  const taken: { start: number; end: number }[] = [];
  for (const { pattern, period, isName } of READINGS)
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (taken.some((other) => start < other.end && other.start < end)) continue;
      if (isName?.(match[0], text.slice(end)) === true) continue;
      // Also a day that does not exist: "February 30" is not February.
      taken.push({ start, end });
      const read = cut(period(match.groups ?? {}, ledger), ledger.asOf);
      const { count, unit } = match.groups ?? {};
      const isRolling = unit !== undefined && (count !== undefined || /past /i.test(match[0]));
      if (read !== null)
        found.push({
          start,
          end,
          period: read,
          rolling: isRolling
            ? { count: count === undefined ? 1 : numberOf(count), unit: unit as PeriodUnit }
            : null,
        });
    }
  return found.toSorted((left, right) => left.start - right.start);
}

/** All days that a prompt names, from the first to the last; null when it names none. */
export function periodOfPrompt(prompt: string, ledger: LedgerDays): Period | null {
  const named = findPeriods(prompt, ledger).flatMap(({ period }) =>
    typeof period === 'string' ? [] : [period],
  );
  const [firstDay] = named.map((period) => period.firstDay).toSorted();
  const lastDay = named
    .map((period) => period.lastDay)
    .toSorted()
    .at(-1);
  return firstDay === undefined || lastDay === undefined ? null : { firstDay, lastDay };
}

function cut(read: FoundPeriod['period'] | null, asOf: Day): FoundPeriod['period'] | null {
  if (read === null || typeof read === 'string') return read;
  if (read.firstDay > asOf) return null;
  return { firstDay: read.firstDay, lastDay: read.lastDay > asOf ? asOf : read.lastDay };
}

const numberOf = (text: string | undefined) => NUMBER_WORDS[(text ?? '').toLowerCase()] ?? Number(text);
const oneDay = (day: Day | null) => between(day, day);
const nextDay = (day: Day | null) => (day === null ? null : addDays(day, 1));
const dayBefore = (day: Day | null) => (day === null ? null : addDays(day, -1));

function between(firstDay: Day | null, lastDay: Day | null): Period | null {
  return firstDay === null || lastDay === null || firstDay > lastDay ? null : { firstDay, lastDay };
}

/** So many days, weeks or whole months that end with `asOf`. */
function rolling(count: number, unit: PeriodUnit, asOf: Day): Period | null {
  if (count < 1) return null;
  if (unit === 'day' || unit === 'week')
    return { firstDay: addDays(asOf, 1 - count * (unit === 'week' ? 7 : 1)), lastDay: asOf };
  const months = count * { month: 1, quarter: 3, year: 12 }[unit];
  return { firstDay: addDays(monthsBefore(asOf, months), 1), lastDay: asOf };
}

/** The same day of an earlier month, or the last one that month has. */
function monthsBefore(day: Day, months: number): Day {
  const month = addMonths(monthOf(day), -months);
  const same = `${month}${day.slice(7)}`;
  return isDay(same) ? same : wholeMonths(month, 1).lastDay;
}

/** The same number of whole months before whole months, else of days. */
export function periodBefore(period: Period): Period {
  const { firstDay, lastDay } = period;
  if (!firstDay.endsWith('-01') || !endsMonth(lastDay)) return previousPeriod(period);
  const months = monthsFrom(monthOf(firstDay), monthOf(lastDay)).length;
  return wholeMonths(addMonths(monthOf(firstDay), -months), months);
}

/** Days of a year earlier; Feb 29 becomes Feb 28. */
export function yearBefore({ firstDay, lastDay }: Period): Period {
  return { firstDay: monthsBefore(firstDay, 12), lastDay: monthsBefore(lastDay, 12) };
}

/** The whole weeks, months … that end with the one of `asOf`, as many as were asked for. */
export function wholeUnits(count: number, unit: PeriodUnit, asOf: Day): Period {
  const { firstDay } = calendarUnit(unit, asOf, 'this');
  if (unit === 'day') return { firstDay: addDays(asOf, 1 - count), lastDay: asOf };
  if (unit === 'week') return { firstDay: addDays(firstDay, -7 * (count - 1)), lastDay: asOf };
  const months = (count - 1) * { month: 1, quarter: 3, year: 12 }[unit];
  return { firstDay: `${addMonths(monthOf(firstDay), -months)}-01`, lastDay: asOf };
}

function calendarUnit(unit: string, asOf: Day, which: 'last' | 'this'): Period {
  const back = which === 'last' ? 1 : 0;
  const month = monthOf(asOf);
  const kind = unit.toLowerCase();
  if (kind === 'day') return { firstDay: addDays(asOf, -back), lastDay: addDays(asOf, -back) };
  if (kind === 'week') {
    const monday = addDays(mondayOf(asOf), -7 * back);
    return { firstDay: monday, lastDay: addDays(monday, 6) };
  }
  if (kind === 'month') return wholeMonths(addMonths(month, -back), 1);
  if (kind === 'year') return wholeMonths(`${Number(asOf.slice(0, 4)) - back}-01`, 12);
  const first = addMonths(month, -((Number(month.slice(5)) - 1) % 3));
  return wholeMonths(addMonths(first, -3 * back), 3);
}

function quarterNamed({ quarter, named: word, year }: Groups, asOf: Day): Period {
  const text = (word ?? '').toLowerCase();
  const number = quarter ?? (/^\d/.test(text) ? text.slice(0, 1) : String(ORDINALS.indexOf(text) + 1));
  const month = String(3 * Number(number) - 2).padStart(2, '0');
  const own = `${year ?? asOf.slice(0, 4)}-${month}`;
  return wholeMonths(year === undefined && own > monthOf(asOf) ? addMonths(own, -12) : own, 3);
}

function wholeMonths(first: Month, months: number): Period {
  return { firstDay: `${first}-01`, lastDay: addDays(`${addMonths(first, months)}-01`, -1) };
}

function monthNumber(name: string | undefined): string {
  return String(MONTHS.indexOf((name ?? '').slice(0, 3).toLowerCase()) + 1).padStart(2, '0');
}

function monthIn({ month, year }: Groups, asOf: Day): Month {
  const number = monthNumber(month);
  if (year !== undefined) return `${year}-${number}`;
  const own = `${asOf.slice(0, 4)}-${number}`;
  return own > monthOf(asOf) ? addMonths(own, -12) : own;
}

function dayIn(groups: Groups, letter: string, asOf: Day): Day | null {
  const group = (name: string) => groups[`${name}${letter}`];
  const iso = group('iso');
  if (iso !== undefined) return isDay(iso) ? iso : null;
  const [slashMonth, slashDay, slashYear] = group('slash')?.split('/') ?? [];
  const number = slashMonth?.padStart(2, '0') ?? monthNumber(group('month') ?? group('month2'));
  const of = String(Number(slashDay ?? group('day') ?? group('day2'))).padStart(2, '0');
  const year = slashYear === undefined ? (group('year') ?? group('year2')) : slashYear.padStart(4, '20');
  const own = `${year ?? asOf.slice(0, 4)}-${number}-${of}`;
  const day = year === undefined && own > asOf ? `${Number(asOf.slice(0, 4)) - 1}${own.slice(4)}` : own;
  return isDay(day) ? day : null;
}
