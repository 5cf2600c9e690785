import {
  addDays,
  addMonths,
  type Day,
  isDay,
  MONTH_NAME_PATTERN,
  mondayOf,
  monthNumberOf,
  monthOf,
  UNMISTAKABLE_MONTHS,
  weekdayOf,
} from '../../calendar/day.ts';
import {
  type CalendarUnit,
  MONTHS_PER_UNIT,
  monthsBefore,
  type Period,
  unitAround,
  wholeMonths,
} from '../../calendar/period.ts';

export const NUMBER_WORDS: Readonly<Record<string, number>> = Object.fromEntries([
  ...'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, index) => [word, index + 1] as const),
  ['thirty', 30],
  ['fifty', 50],
  ['hundred', 100],
]);

export interface FoundPeriod {
  start: number;
  end: number;
  /**
   * Fixed days, or days relative to those in the question: the same number of days before, or the same days a
   * year earlier.
   */
  period: Period | 'previous' | 'year before';
  /** "Last 8 weeks": whole weeks when the answer is grouped by week. */
  rolling: { count: number; unit: CalendarUnit } | null;
  /** Unit of relative days, as in "the same quarter last year", "the month before" and "last year". */
  unit: CalendarUnit | null;
  /** The base of a comparison, such as "from March" in "how did credits change from March to April". */
  isBase: boolean;
}

/** The reference for days without a year and for words such as "ever". */
export interface LedgerDays {
  asOf: Day;
  firstDay: Day;
}

export const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

export const ORDINALS = ['first', 'second', 'third', 'fourth'];

export const MONTH = String.raw`(?<month>${MONTH_NAME_PATTERN})\b\.?`;

const YEAR_WORDS = String.raw`(?:19|20)\d\d|['’]\d\d|(?:the )?(?:last|previous|prior|preceding|this|current) (?:calendar )?year|(?:the )?year before(?! last)|(?:a|one) year (?:ago|before|earlier)|the year`;

/** Matches "2025", "of last year" and "in the year before". */
const YEAR = String.raw`(?:,? ?(?:of |in |from )?(?<year>${YEAR_WORDS})\b(?! to date\b))?`;

const REQUIRED_YEAR = YEAR.slice(0, -1);

/** Matches the year in "last year's fourth quarter", "2025 Q4" and "last year in March". */
const YEAR_AHEAD = String.raw`(?:(?:(?:in|of|for|during|over|from) )?(?<yearAhead>${YEAR_WORDS})\b(?:['’]s?)?,? (?:in |during |for )?)?`;

const SUFFIX = '(?:st|nd|rd|th)?';

const DAY = String.raw`(?:(?<iso>\d{4}-\d{2}-\d{2})|(?<slash>\d{1,2}/\d{1,2}(?:/(?:\d{4}|\d\d))?)(?![\d/])|${MONTH} (?:the )?(?<day>\d{1,2})${SUFFIX}\b(?!/)${YEAR}|(?:the )?(?<day>\d{1,2})${SUFFIX} (?:of )?${MONTH}${YEAR})`;

export const COUNT = String.raw`(?<count>\d{1,3}|${Object.keys(NUMBER_WORDS).join('|')})`;

export const UNIT = '(?<unit>day|week|month|quarter|year)';

const TO = '(?:to|until|till|through|thru|-|–)';

/** Excludes "March" and "May", which may be names or verbs when they stand alone. */
const BARE_MONTH = String.raw`(?<month>${UNMISTAKABLE_MONTHS.join('|')})\b(?! \p{Lu})`;

export type Groups = Readonly<Record<string, string | undefined>>;

export interface Reading {
  /** Null when the words do not name a valid date. */
  (groups: Groups, ledger: ReadDays): FoundPeriod['period'] | null;
  /** The year is optional. */
  isYearly?: boolean;
  /** Whether the words are part of a name, given the rest of the question after them. */
  isName?: (words: string, rest: string) => boolean;
}

interface ReadDays extends LedgerDays {
  /** Days named earlier in the question. */
  before: Period | null;
}

/** For patterns that match but yield no days. */
const uncaptured = (pattern: string) => pattern.replaceAll(/\?<\w+>/g, '?:');

/** Allows the same pattern twice in one regular expression by adding a letter to every group name. */
const lettered = (pattern: string, letter: string) =>
  pattern.replaceAll(/\?<([a-z]+\d?)>/g, (_, group: string) => `?<${group}${letter}>`);

export const regexOf = (pattern: string, flags = 'giu') => new RegExp(pattern, flags);

const yearly = (reading: Reading, isName?: Reading['isName']): Reading =>
  Object.assign(reading.bind(null), { isYearly: true, isName });

/** In "of April Smith", April is part of a person's name. */
const isPersonsName = (words: string, rest: string) => /^(?:of|for) /i.test(words) && /^ \p{Lu}\p{Ll}/u.test(rest);

/** More specific patterns come first because matched text is not parsed again. */
const READINGS_BY_PATTERN: Readonly<Record<string, Reading>> = {
  [String.raw`(?<![\d/-])\b(?:(?:in|of|for|during) )?(?:(?<year>20\d\d)-(?<number>0[1-9]|1[0-2])(?!-?\d)|(?<number>0?[1-9]|1[0-2])/(?<year>20\d\d)\b)`]:
    ({ year, number = '' }) => wholeMonths(`${year}-${number.padStart(2, '0')}`, 1),
  // Recognized, but too vague to convert to days.
  [uncaptured(
    String.raw`\b(?:(?:the )?(?:last|past|previous|recent|these) (?:few|several|couple of|many) ${UNIT}s?|(?:the )?(?:next|coming|following|upcoming) (?:${COUNT} )?(?:day|week|month|quarter|half|year|${MONTH})s?|(?:in |during |over |since )?(?:the |last |this |next )*(?:summer|winter|spring|autumn|christmas|thanksgiving|easter|holidays?)|(?:the |in )?(?:fiscal|FY ?\d*)(?: (?:year|quarter|Q\d|month|\d{4}))*|weeks? (?:no\.? ?|number )?\d{1,2}\b(?! days)|(?:the )?(?:last|this|past|previous|recent) (?:half(?:[- ]year)?|semester|decade|century|season|fortnight|pay period|weekend)|(?:year|month|quarter)[ -]end|(?:the )?\d{4}s)\b(?! of (?:the year|this year|last year|(?:19|20)\d\d))`,
  )]: () => null,
  [String.raw`\b(?:between ${lettered(DAY, 'A')} and ${lettered(DAY, 'B')}|(?:from )?${lettered(DAY, 'A')} ?${TO} ?${lettered(DAY, 'B')})`]:
    (groups, days) => between(dayIn(groups, 'A', days), dayIn(groups, 'B', days)),
  [String.raw`\b(?:from )?${MONTH} (?<day>\d{1,2})${SUFFIX} ?${TO} ?(?<last>\d{1,2})${SUFFIX}\b${YEAR}`]: (
    groups,
    days,
  ) => between(dayIn(groups, '', days), dayIn({ ...groups, day: groups['last'] }, '', days)),
  [String.raw`\b(?:since|starting|from) ${DAY}(?: on(?:wards?)?)?`]: (groups, days) =>
    between(dayIn(groups, '', days), days.asOf),
  [String.raw`\bafter ${DAY}`]: (groups, days) => between(shift(dayIn(groups, '', days), 1), days.asOf),
  [String.raw`\b(?:until|till|up to|through) ${DAY}`]: (groups, days) =>
    between(days.firstDay, dayIn(groups, '', days)),
  [String.raw`\bbefore ${DAY}`]: (groups, days) => between(days.firstDay, shift(dayIn(groups, '', days), -1)),
  [String.raw`\bsince (?:the )?(?:start|beginning) of (?:the|this) ${UNIT}\b`]: ({ unit }, { asOf }) =>
    calendarUnit(unit, asOf),
  [String.raw`\b(?:in |of |for |during )?(?:the )?(?:(?<unit>day|week|month|quarter|year) before last|next to last ${UNIT})\b`]:
    ({ unit }, { asOf }) => calendarUnit(unit, asOf, -2),
  [String.raw`\b(?:in |during )?(?:the )?week of ${DAY}`]: (groups, days) => {
    const day = dayIn(groups, '', days);
    return day === null ? null : { firstDay: mondayOf(day), lastDay: addDays(mondayOf(day), 6) };
  },
  [String.raw`\b(?:on |for )?${DAY}`]: (groups, days) => oneDay(dayIn(groups, '', days)),
  [String.raw`\b(?:in |of |for |during |over |from )?(?:the )?(?<edge>first|last|final) (?:${COUNT} )?(?<unit>month|quarter|half|day|week)s?${REQUIRED_YEAR}`]:
    ({ edge, count, unit, year }, days) => {
      const length = { month: 1, quarter: 3, half: 6 }[(unit ?? '').toLowerCase()];
      const months = length === undefined ? 13 : length * (count === undefined ? 1 : numberOf(count));
      if (months < 1 || months > 12) return null;
      const first = edge?.toLowerCase() === 'first' ? 1 : 13 - months;
      return wholeMonths(`${yearIn(year, days)}-${String(first).padStart(2, '0')}`, months);
    },
  [String.raw`\b(?:in |of |for |during |over |within )?(?:the )?(?:last|past|previous|preceding|prior|most recent|latest) ${COUNT} ${UNIT}s?\b`]:
    ({ count, unit }, { asOf }) => rollingPeriod(numberOf(count), unit as CalendarUnit, asOf),
  [String.raw`\b(?:(?:in|of|for|during) )?(?:(?<quarter>[1-4])Q|Q(?<quarter>[1-4]))[ -]?['’]?(?<year>(?:20)?\d\d)\b`]:
    yearly(({ quarter, year = '' }, days) => quarterNamed({ quarter, year: year.padStart(4, '20') }, days)),
  [String.raw`\b${YEAR_AHEAD}(?:(?:in|of|for|during|over|from) )?(?:the )?(?:(?<which>last|this) )?(?:Q ?(?<quarter>[1-4])|(?<quarter>[1-4])Q|(?<named>first|second|third|fourth|1st|2nd|3rd|4th) quarter)\b${YEAR}`]:
    yearly(quarterNamed),
  [String.raw`\b${YEAR_AHEAD}(?:(?:in|of|for|during|over|from) )?(?:the )?(?:H(?<half>[12])|(?<named>first|second|1st|2nd) half)\b${YEAR}`]:
    yearly(({ half, named: word, ...groups }, days) => {
      const isSecond = half === '2' || /^(?:second|2nd)$/i.test(word ?? '');
      return monthsNamed(isSecond ? '07' : '01', 6, groups, days);
    }),
  [String.raw`\b(?:(?:in|during|of|for|throughout|over|from) )?(?:the )?(?:year|calendar year) (?<year>(?:19|20)\d\d)\b`]:
    ({ year }) => wholeMonths(`${year}-01`, 12),
  [String.raw`\b${YEAR_AHEAD.slice(0, -1)}(?:in |during |of |for )?(?:the month of )?${MONTH}(?! ?\d)`]:
    yearly(monthNamed),
  [String.raw`\b(?:(?:in|during|of|for|throughout|from) )?(?:(?:the month of) )?${MONTH}${REQUIRED_YEAR}`]:
    yearly(monthNamed),
  [String.raw`\b(?:(?:in|during|of|for|throughout|since|before|after|until|till|through|the month of) |(?:in |of |for |during )?(?<which>last|this) )${MONTH}`]:
    yearly(monthNamed, isPersonsName),
  [String.raw`\b(?:(?:the )?(?:last|previous|prior) (?:year|(?<month>month)|(?<quarter>quarter)) to date|(?:year[ -]to[ -]date|YTD)(?:,? (?:of |in |for )?(?<year>${YEAR_WORDS})\b))`]:
    ({ month, quarter, year }, days) => {
      const back = month === undefined ? (quarter === undefined ? 12 : 3) : 1;
      if (year === undefined) {
        const { firstDay } = calendarUnit(month ?? quarter ?? 'year', days.asOf);
        return {
          firstDay: `${addMonths(monthOf(firstDay), -back)}-01`,
          lastDay: monthsBefore(days.asOf, back),
        };
      }
      const own = yearIn(year, days);
      return between(`${own}-01-01`, monthsBefore(days.asOf, 12 * (Number(days.asOf.slice(0, 4)) - Number(own))));
    },
  [String.raw`\b(?:(?:in|during|of|for|throughout|over|since|before|after|until|till|through|from) )(?<year>(?:19|20)\d\d)\b(?! dollars|,\d)`]:
    ({ year }) => wholeMonths(`${year}-01`, 12),
  [String.raw`\b(?:the )?(?:same|corresponding) (?:period|days?|(?<unit>week|month|quarter)|time)(?:,? (?:of|in|from))?(?: the)? (?:(?:last|previous|prior|preceding) year|year before|year earlier|(?<year>20\d\d)\b)|\b(?:the )?(?:same|corresponding) (?:period|days?|(?<unit>week|month|quarter)|time)(?: of)? (?:a|one) year (?:ago|earlier|before)\b|\b(?:a|one|the) year (?:ago|earlier)\b|\b(?:a|one) year before\b`]:
    ({ year }, { asOf, before }) =>
      year === undefined || Number(year) === Number((before?.firstDay ?? asOf).slice(0, 4)) - 1 ? 'year before' : null,
  [uncaptured(
    String.raw`\b(?:${COUNT}|an?|a few|several) ${UNIT}s? (?:ago|earlier|before|later|prior|after|from now|hence)\b`,
  )]: () => null,
  [String.raw`\b(?:the )?(?:period before|(?:previous|prior|preceding|last) period)\b`]: () => 'previous',
  [String.raw`\b(?:in |of |for |during |over )?(?:the )?past ${UNIT}\b`]: ({ unit }, { asOf }) =>
    rollingPeriod(1, unit as CalendarUnit, asOf),
  [String.raw`\b(?:the )?${UNIT} before\b(?! last)`]: () => 'previous',
  [String.raw`\b(?:in |of |for |during |from )?(?<!\bfirst (?:and|or|to) (?:the )?)(?:the )?(?<!\bfirst (?:and|or|to) (?:the )?)(?:(?<last>last)|previous|preceding|prior) ${UNIT}\b(?! (?:in|of|with|on) (?:the |our |this )?(?:data|ledger|record|credits?|debits?|entries|entry|payments?|transactions?)\b)`]:
    ({ unit, last }, { asOf, before }) =>
      last === undefined && before !== null ? 'previous' : calendarUnit(unit, asOf, -1),
  [String.raw`\b(?:so far |in |of |for |during |from )?(?:this|the current|current) ${UNIT}(?: so far| to date)?\b|\b${UNIT.replace('unit', 'toDate')}[ -]to[ -]date\b`]:
    ({ unit, toDate }, { asOf }) => calendarUnit(unit ?? toDate, asOf),
  [String.raw`\bYTD\b`]: (_, { asOf }) => calendarUnit('year', asOf),
  [String.raw`\bMTD\b`]: (_, { asOf }) => calendarUnit('month', asOf),
  [String.raw`\bQTD\b`]: (_, { asOf }) => calendarUnit('quarter', asOf),
  [String.raw`\btoday\b`]: (_, { asOf }) => oneDay(asOf),
  [String.raw`\byesterday\b`]: (_, { asOf }) => oneDay(addDays(asOf, -1)),
  [String.raw`\b(?:on |(?:on )?(?<which>last|this) )(?<weekday>${WEEKDAYS.join('|')})\b`]: (
    { weekday, which },
    { asOf },
  ) => {
    const back = (weekdayOf(asOf) - WEEKDAYS.indexOf((weekday ?? '').toLowerCase()) + 7) % 7;
    const day = addDays(asOf, -(back === 0 && which?.toLowerCase() === 'last' ? 7 : back));
    return which?.toLowerCase() === 'this' && day < mondayOf(asOf) ? null : oneDay(day);
  },
  [String.raw`\bever\b|\b(?:of )?all[ -]time\b|\b(?:in|over|of) the (?:whole|entire) ledger\b|\bon record\b|\bso far\b`]:
    (_, { firstDay, asOf }) => between(firstDay, asOf),
  // Tried last: a capitalized month by itself.
  [String.raw`(?-i:\b${BARE_MONTH})`]: yearly((groups, days) => monthNamed(groups, days)),
  [String.raw`(?-i:(?<=\b(?:between|from|with|to|vs\.?|versus|against|than|compare|and|or) )(?<month>March|May)\b(?! \p{Lu})|\b(?<month>March|May)(?= (?:vs\.?|versus|compared|against|(?:and|to|through|thru|until|till|-|–) (?:March|May|January|February|April|June|July|August|September|October|November|December))))`]:
    yearly(({ month, month2, ...groups }, days) => monthsNamed(monthNumber(month ?? month2), 1, groups, days)),
  [String.raw`(?<!\b(?:than|over|under|above|below|least|most|exactly|account|number|ending in|ending with) |[$#*\d.,/-])\b(?<year>20\d\d)\b(?!['’]?[\d,/-]*\d| (?:dollars|entries|members|credits? of|times|usd))`]:
    ({ year }) => wholeMonths(`${year}-01`, 12),
};

export const READINGS = Object.entries(READINGS_BY_PATTERN).map(
  ([pattern, reading]) => [regexOf(pattern), reading] as const,
);

export const numberOf = (text: string | undefined) => NUMBER_WORDS[(text ?? '').toLowerCase()] ?? Number(text);

const oneDay = (day: Day | null) => between(day, day);

const shift = (day: Day | null, days: number) => day && addDays(day, days);

export function between(firstDay: Day | null, lastDay: Day | null): Period | null {
  return firstDay === null || lastDay === null || firstDay > lastDay ? null : { firstDay, lastDay };
}

function rollingPeriod(count: number, unit: CalendarUnit, asOf: Day): Period | null {
  if (count < 1) return null;
  const months = count * MONTHS_PER_UNIT[unit];
  const before = months > 0 ? monthsBefore(asOf, months) : addDays(asOf, -count * (unit === 'week' ? 7 : 1));
  return { firstDay: addDays(before, 1), lastDay: asOf };
}

/** The unit that contains `asOf`, or the unit that is `units` later. */
const calendarUnit = (unit: string | undefined, asOf: Day, units = 0) =>
  unitAround(asOf, (unit ?? '').toLowerCase() as CalendarUnit, units);

function quarterNamed({ quarter, named: word = '', ...groups }: Groups, days: ReadDays): Period | null {
  const number = Number(quarter ?? /^\d/.exec(word)?.[0] ?? ORDINALS.indexOf(word.toLowerCase()) + 1);
  return monthsNamed(String(3 * number - 2).padStart(2, '0'), 3, groups, days);
}

function monthNamed(groups: Groups, days: ReadDays): Period | null {
  return monthsNamed(monthNumber(groups['month']), 1, groups, days);
}

/**
 * Whole months. Without a year, the newest months that have begun. With "last", the newest that have ended.
 * With "this", the months in the year of `asOf`.
 */
function monthsNamed(month: string, length: number, { year, yearAhead, which }: Groups, days: ReadDays) {
  if (year !== undefined && yearAhead !== undefined) return null;
  const named = year ?? yearAhead;
  const { asOf } = days;
  const own = wholeMonths(`${named === undefined ? asOf.slice(0, 4) : yearIn(named, days)}-${month}`, length);
  if (named !== undefined) return which === undefined ? own : null;
  if (which?.toLowerCase() === 'this') return own;
  const isNewest = which === undefined ? own.firstDay <= asOf : own.lastDay < asOf;
  return isNewest ? own : wholeMonths(addMonths(monthOf(own.firstDay), -12), length);
}

/**
 * The year that the words name: "2025", "'25", "last year", or "the year before", relative to days named
 * earlier.
 */
function yearIn(words: string | undefined, { asOf, before }: ReadDays): string {
  const text = (words ?? '').toLowerCase();
  const digits = /\d{2,4}$/.exec(text)?.[0];
  if (digits !== undefined) return digits.padStart(4, '20');
  const year = Number(asOf.slice(0, 4));
  if (/last|ago$/.test(text)) return String(year - 1);
  if (/before|previous|prior|preceding|earlier/.test(text))
    return String((before === null ? year : Number(before.firstDay.slice(0, 4))) - 1);
  return String(year);
}

const monthNumber = (name: string | undefined) => String(monthNumberOf(name ?? '')).padStart(2, '0');

function dayIn(groups: Groups, letter: string, days: ReadDays): Day | null {
  const { asOf } = days;
  const group = (name: string) => groups[`${name}${letter}`];
  const iso = group('iso');
  if (iso !== undefined) return isDay(iso) ? iso : null;
  const [slashMonth, slashDay, slashYear] = group('slash')?.split('/') ?? [];
  const number = slashMonth?.padStart(2, '0') ?? monthNumber(group('month'));
  const of = String(Number(slashDay ?? group('day'))).padStart(2, '0');
  const words = group('year');
  const year =
    slashYear === undefined ? (words === undefined ? undefined : yearIn(words, days)) : slashYear.padStart(4, '20');
  const own = `${year ?? asOf.slice(0, 4)}-${number}-${of}`;
  const day = year === undefined && own > asOf ? `${Number(asOf.slice(0, 4)) - 1}${own.slice(4)}` : own;
  return isDay(day) ? day : null;
}
