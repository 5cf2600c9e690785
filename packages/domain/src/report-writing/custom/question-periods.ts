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

/** Numbers that people write in letters in a question: "top ten", "the last eight weeks". */
export const NUMBER_WORDS: Readonly<Record<string, number>> = Object.fromEntries([
  ...'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, index) => [word, index + 1] as const),
  ['thirty', 30],
  ['fifty', 50],
  ['hundred', 100],
]);

/** Days that a stretch of a question names. */
export interface FoundPeriod {
  start: number;
  end: number;
  /** Relative to the days that the question is about: the same number of days before them, or the same days a year earlier. */
  period: Period | 'previous' | 'year before';
  /** "Last 8 weeks": to be counted in whole weeks where the answer is by week. */
  rolling: { count: number; unit: CalendarUnit } | null;
  /** Of days that are relative to others: "the same quarter last year", "the month before"; also "last year". */
  unit: CalendarUnit | null;
  /** "From March" of "how did credits change from March to April": what the other days are compared with. */
  isBase: boolean;
}

/** What days without a year, and words such as "ever", are read against. */
export interface LedgerDays {
  /** Newest posting day of the ledger. */
  asOf: Day;
  firstDay: Day;
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const ORDINALS = ['first', 'second', 'third', 'fourth'];
const MONTH = String.raw`(?<month>${MONTH_NAME_PATTERN})\b\.?`;
const YEAR_WORDS = String.raw`(?:19|20)\d\d|['’]\d\d|(?:the )?(?:last|previous|prior|preceding|this|current) (?:calendar )?year|(?:the )?year before(?! last)|(?:a|one) year (?:ago|before|earlier)|the year`;
/** "2025", "of last year", "in the year before". */
const YEAR = String.raw`(?:,? ?(?:of |in |from )?(?<year>${YEAR_WORDS})\b(?! to date\b))?`;
const REQUIRED_YEAR = YEAR.slice(0, -1);
/** "Last year's fourth quarter", "2025 Q4", "last year in March". */
const YEAR_AHEAD = String.raw`(?:(?:(?:in|of|for|during|over|from) )?(?<yearAhead>${YEAR_WORDS})\b(?:['’]s?)?,? (?:in |during |for )?)?`;
const SUFFIX = '(?:st|nd|rd|th)?';
const DAY = String.raw`(?:(?<iso>\d{4}-\d{2}-\d{2})|(?<slash>\d{1,2}/\d{1,2}(?:/(?:\d{4}|\d\d))?)(?![\d/])|${MONTH} (?:the )?(?<day>\d{1,2})${SUFFIX}\b(?!/)${YEAR}|(?:the )?(?<day2>\d{1,2})${SUFFIX} (?:of )?${MONTH.replace('month', 'month2')}${YEAR.replace('year', 'year2')})`;
const COUNT = String.raw`(?<count>\d{1,3}|${Object.keys(NUMBER_WORDS).join('|')})`;
const UNIT = '(?<unit>day|week|month|quarter|year)';
const TO = '(?:to|until|till|through|thru|-|–)';
/** A bare "March" or "May" is a name or a verb unless something asks for a month. */
const BARE_MONTH = String.raw`(?<month>${UNMISTAKABLE_MONTHS.join('|')})\b(?! \p{Lu})`;

type Groups = Readonly<Record<string, string | undefined>>;
interface Reading {
  pattern: RegExp;
  /** Whether the words, before the rest of the question, are part of a name. */
  isName?: (words: string, rest: string) => boolean;
  /** May stand without its year. */
  isYearly?: boolean;
  /** Null where the words name no day that exists. */
  period: (groups: Groups, ledger: ReadDays) => FoundPeriod['period'] | null;
}
interface ReadDays extends LedgerDays {
  /** Days named before these in the question. */
  before: Period | null;
}

/** The same pattern twice in one: every group gets a letter of its own. */
const named = (pattern: string, letter: string) =>
  pattern.replaceAll(/\?<([a-z]+\d?)>/g, (_, group: string) => `?<${group}${letter}>`);
const of = (pattern: string, flags = 'giu') => new RegExp(pattern, flags);

/** Those that say more come first; what one has taken is not read again. */
const READINGS: readonly Reading[] = [
  {
    pattern:
      /(?<![\d/-])\b(?:(?:in|of|for|during) )?(?:(?<year>20\d\d)-(?<number>0[1-9]|1[0-2])(?!-?\d)|(?<number2>0?[1-9]|1[0-2])\/(?<year2>20\d\d)\b)/giu,
    period: ({ year, year2, number, number2 }) =>
      wholeMonths(`${year ?? year2}-${(number ?? number2 ?? '').padStart(2, '0')}`, 1),
  },
  // Named, and not said exactly enough to be days.
  {
    pattern: of(
      String.raw`\b(?:(?:the )?(?:last|past|previous|recent|these) (?:few|several|couple of|many) ${UNIT}s?|(?:the )?(?:next|coming|following|upcoming) (?:${COUNT} )?(?:day|week|month|quarter|half|year|${MONTH})s?|(?:in |during |over |since )?(?:the |last |this |next )*(?:summer|winter|spring|autumn|christmas|thanksgiving|easter|holidays?)|(?:the |in )?(?:fiscal|FY ?\d*)(?: (?:year|quarter|Q\d|month|\d{4}))*|weeks? (?:no\.? ?|number )?\d{1,2}\b(?! days)|(?:the )?(?:last|this|past|previous|recent) (?:half(?:[- ]year)?|semester|decade|century|season|fortnight|pay period|weekend)|(?:year|month|quarter)[ -]end|(?:the )?\d{4}s)\b(?! of (?:the year|this year|last year|(?:19|20)\d\d))`
        .replace('?<month>', '?:')
        .replace('?<count>', '?:')
        .replace('?<unit>', '?:'),
    ),
    period: () => null,
  },
  {
    pattern: of(String.raw`\bbetween ${named(DAY, 'A')} and ${named(DAY, 'B')}`),
    period: (groups, days) => between(dayIn(groups, 'A', days), dayIn(groups, 'B', days)),
  },
  {
    pattern: of(String.raw`\b(?:from )?${named(DAY, 'A')} ?${TO} ?${named(DAY, 'B')}`),
    period: (groups, days) => between(dayIn(groups, 'A', days), dayIn(groups, 'B', days)),
  },
  {
    pattern: of(
      String.raw`\b(?:from )?${MONTH} (?<day>\d{1,2})${SUFFIX} ?${TO} ?(?<last>\d{1,2})${SUFFIX}\b${YEAR}`,
    ),
    period: (groups, days) =>
      between(dayIn(groups, '', days), dayIn({ ...groups, day: groups['last'] }, '', days)),
  },
  {
    pattern: of(String.raw`\b(?:since|starting|from) ${DAY}(?: on(?:wards?)?)?`),
    period: (groups, days) => between(dayIn(groups, '', days), days.asOf),
  },
  {
    pattern: of(String.raw`\bafter ${DAY}`),
    period: (groups, days) => between(nextDay(dayIn(groups, '', days)), days.asOf),
  },
  {
    pattern: of(String.raw`\b(?:until|till|up to|through) ${DAY}`),
    period: (groups, days) => between(days.firstDay, dayIn(groups, '', days)),
  },
  {
    pattern: of(String.raw`\bbefore ${DAY}`),
    period: (groups, days) => between(days.firstDay, dayBefore(dayIn(groups, '', days))),
  },
  {
    pattern: of(String.raw`\bsince (?:the )?(?:start|beginning) of (?:the|this) ${UNIT}\b`),
    period: ({ unit }, { asOf }) => calendarUnit(unit ?? '', asOf, 'this'),
  },
  {
    pattern: of(
      String.raw`\b(?:in |of |for |during )?(?:the )?(?:(?<unit>day|week|month|quarter|year) before last|next to last ${UNIT.replace('unit', 'unit2')})\b`,
    ),
    period: ({ unit, unit2 }, { asOf }) =>
      calendarUnit(unit ?? unit2 ?? '', calendarUnit(unit ?? unit2 ?? '', asOf, 'last').firstDay, 'last'),
  },
  {
    pattern: of(String.raw`\b(?:in |during )?(?:the )?week of ${DAY}`),
    period: (groups, days) => {
      const day = dayIn(groups, '', days);
      return day === null ? null : { firstDay: mondayOf(day), lastDay: addDays(mondayOf(day), 6) };
    },
  },
  {
    pattern: of(String.raw`\b(?:on |for )?${DAY}`),
    period: (groups, days) => oneDay(dayIn(groups, '', days)),
  },
  {
    pattern: of(
      String.raw`\b(?:in |of |for |during |over |from )?(?:the )?(?<edge>first|last|final) (?:${COUNT} )?(?<unit>month|quarter|half|day|week)s?${REQUIRED_YEAR}`,
    ),
    period: ({ edge, count, unit, year }, days) => {
      const length = { month: 1, quarter: 3, half: 6 }[(unit ?? '').toLowerCase()];
      const months = length === undefined ? 13 : length * (count === undefined ? 1 : numberOf(count));
      if (months < 1 || months > 12) return null;
      const first = edge?.toLowerCase() === 'first' ? 1 : 13 - months;
      return wholeMonths(`${yearIn(year, days)}-${String(first).padStart(2, '0')}`, months);
    },
  },
  {
    pattern: of(
      String.raw`\b(?:in |of |for |during |over |within )?(?:the )?(?:last|past|previous|preceding|prior|most recent|latest) ${COUNT} ${UNIT}s?\b`,
    ),
    period: ({ count, unit }, { asOf }) => rollingPeriod(numberOf(count), unit as CalendarUnit, asOf),
  },
  {
    pattern:
      /\b(?:(?:in|of|for|during) )?(?:(?<quarter>[1-4])Q|Q(?<quarter2>[1-4]))[ -]?['’]?(?<year>(?:20)?\d\d)\b/giu,
    isYearly: true,
    period: ({ quarter, quarter2, year = '' }, days) =>
      quarterNamed({ quarter: quarter ?? quarter2, year: year.padStart(4, '20') }, days),
  },
  {
    pattern: of(
      String.raw`\b${YEAR_AHEAD}(?:(?:in|of|for|during|over|from) )?(?:the )?(?:(?<which>last|this) )?(?:Q ?(?<quarter>[1-4])|(?<quarter2>[1-4])Q|(?<named>first|second|third|fourth|1st|2nd|3rd|4th) quarter)\b${YEAR}`,
    ),
    isYearly: true,
    period: (groups, days) => quarterNamed(groups, days),
  },
  {
    pattern: of(
      String.raw`\b${YEAR_AHEAD}(?:(?:in|of|for|during|over|from) )?(?:the )?(?:H(?<half>[12])|(?<named>first|second|1st|2nd) half)\b${YEAR}`,
    ),
    isYearly: true,
    period: ({ half, named: word, ...groups }, days) => {
      const isSecond = half === '2' || /^(?:second|2nd)$/i.test(word ?? '');
      return monthsNamed(isSecond ? '07' : '01', 6, groups, days);
    },
  },
  {
    pattern: of(
      String.raw`\b(?:(?:in|during|of|for|throughout|over|from) )?(?:the )?(?:year|calendar year) (?<year>(?:19|20)\d\d)\b`,
    ),
    period: ({ year }) => wholeMonths(`${year}-01`, 12),
  },
  {
    pattern: of(
      String.raw`\b${YEAR_AHEAD.slice(0, -1)}(?:in |during |of |for )?(?:the month of )?${MONTH}(?! ?\d)`,
    ),
    isYearly: true,
    period: (groups, days) => monthsNamed(monthNumber(groups['month']), 1, groups, days),
  },
  {
    pattern: of(
      String.raw`\b(?:(?:in|during|of|for|throughout|from) )?(?:(?:the month of) )?${MONTH}${REQUIRED_YEAR}`,
    ),
    isYearly: true,
    period: (groups, days) => monthsNamed(monthNumber(groups['month']), 1, groups, days),
  },
  {
    pattern: of(
      String.raw`\b(?:(?:in|during|of|for|throughout|since|before|after|until|till|through|the month of) |(?:in |of |for |during )?(?<which>last|this) )${MONTH}`,
    ),
    // "Of April Smith" names a person.
    isName: (words, rest) => /^(?:of|for) /i.test(words) && /^ \p{Lu}\p{Ll}/u.test(rest),
    isYearly: true,
    period: (groups, days) => monthsNamed(monthNumber(groups['month']), 1, groups, days),
  },
  {
    pattern: of(
      String.raw`\b(?:(?:the )?(?:last|previous|prior) (?:year|(?<month>month)|(?<quarter>quarter)) to date|(?:year[ -]to[ -]date|YTD)(?:,? (?:of |in |for )?(?<year>${YEAR_WORDS})\b))`,
    ),
    period: ({ month, quarter, year }, days) => {
      const back = month === undefined ? (quarter === undefined ? 12 : 3) : 1;
      if (year === undefined) {
        const { firstDay } = calendarUnit(month ?? quarter ?? 'year', days.asOf, 'this');
        return {
          firstDay: `${addMonths(monthOf(firstDay), -back)}-01`,
          lastDay: monthsBefore(days.asOf, back),
        };
      }
      const own = yearIn(year, days);
      return between(
        `${own}-01-01`,
        monthsBefore(days.asOf, 12 * (Number(days.asOf.slice(0, 4)) - Number(own))),
      );
    },
  },
  {
    pattern:
      /\b(?:(?:in|during|of|for|throughout|over|since|before|after|until|till|through|from) )(?<year>(?:19|20)\d\d)\b(?! dollars|,\d)/giu,
    period: ({ year }) => wholeMonths(`${year}-01`, 12),
  },
  {
    pattern:
      /\b(?:the )?(?:same|corresponding) (?:period|days?|(?<unit>week|month|quarter)|time)(?:,? (?:of|in|from))?(?: the)? (?:(?:last|previous|prior|preceding) year|year before|year earlier|(?<year>20\d\d)\b)|\b(?:the )?(?:same|corresponding) (?:period|days?|(?<unit2>week|month|quarter)|time)(?: of)? (?:a|one) year (?:ago|earlier|before)\b|\b(?:a|one|the) year (?:ago|earlier)\b|\b(?:a|one) year before\b/giu,
    period: ({ year }, { asOf, before }) =>
      year === undefined || Number(year) === Number((before?.firstDay ?? asOf).slice(0, 4)) - 1
        ? 'year before'
        : null,
  },
  {
    pattern: of(
      String.raw`\b(?:${COUNT}|an?|a few|several) ${UNIT}s? (?:ago|earlier|before|later|prior|after|from now|hence)\b`
        .replace('?<count>', '?:')
        .replace('?<unit>', '?:'),
    ),
    period: () => null,
  },
  {
    pattern: /\b(?:the )?(?:period before|(?:previous|prior|preceding|last) period)\b/giu,
    period: () => 'previous',
  },
  {
    pattern: of(String.raw`\b(?:in |of |for |during |over )?(?:the )?past ${UNIT}\b`),
    period: ({ unit }, { asOf }) => rollingPeriod(1, unit as CalendarUnit, asOf),
  },
  {
    pattern: of(String.raw`\b(?:the )?${UNIT} before\b(?! last)`),
    period: () => 'previous',
  },
  {
    pattern: of(
      String.raw`\b(?:in |of |for |during |from )?(?<!\bfirst (?:and|or|to) (?:the )?)(?:the )?(?<!\bfirst (?:and|or|to) (?:the )?)(?:(?<last>last)|previous|preceding|prior) ${UNIT}\b(?! (?:in|of|with|on) (?:the |our |this )?(?:data|ledger|record|credits?|debits?|entries|entry|payments?|transactions?)\b)`,
    ),
    period: ({ unit, last }, { asOf, before }) =>
      last === undefined && before !== null ? 'previous' : calendarUnit(unit ?? '', asOf, 'last'),
  },
  {
    pattern: of(
      String.raw`\b(?:so far |in |of |for |during |from )?(?:this|the current|current) ${UNIT}(?: so far| to date)?\b|\b${UNIT.replace('unit', 'toDate')}[ -]to[ -]date\b`,
    ),
    period: ({ unit, toDate }, { asOf }) => calendarUnit(unit ?? toDate ?? '', asOf, 'this'),
  },
  { pattern: /\bYTD\b/giu, period: (_, { asOf }) => calendarUnit('year', asOf, 'this') },
  { pattern: /\bMTD\b/giu, period: (_, { asOf }) => calendarUnit('month', asOf, 'this') },
  { pattern: /\bQTD\b/giu, period: (_, { asOf }) => calendarUnit('quarter', asOf, 'this') },
  { pattern: /\btoday\b/giu, period: (_, { asOf }) => oneDay(asOf) },
  { pattern: /\byesterday\b/giu, period: (_, { asOf }) => oneDay(addDays(asOf, -1)) },
  {
    pattern: of(String.raw`\b(?:on |(?:on )?(?<which>last|this) )(?<weekday>${WEEKDAYS.join('|')})\b`),
    period: ({ weekday, which }, { asOf }) => {
      const back = (weekdayOf(asOf) - WEEKDAYS.indexOf((weekday ?? '').toLowerCase()) + 7) % 7;
      const day = addDays(asOf, -(back === 0 && which?.toLowerCase() === 'last' ? 7 : back));
      return which?.toLowerCase() === 'this' && day < mondayOf(asOf) ? null : oneDay(day);
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
    isYearly: true,
    period: (groups, days) => monthsNamed(monthNumber(groups['month']), 1, groups, days),
  },
  {
    pattern:
      /(?<=\b(?:between|from|with|to|vs\.?|versus|against|than|compare|and|or) )(?<month>March|May)\b(?! \p{Lu})|\b(?<month2>March|May)(?= (?:vs\.?|versus|compared|against|(?:and|to|through|thru|until|till|-|–) (?:March|May|January|February|April|June|July|August|September|October|November|December)))/gu,
    isYearly: true,
    period: ({ month, month2, ...groups }, days) =>
      monthsNamed(monthNumber(month ?? month2), 1, groups, days),
  },
  {
    pattern:
      /(?<!\b(?:than|over|under|above|below|least|most|exactly|account|number|ending in|ending with) |[$#*\d.,/-])\b(?<year>20\d\d)\b(?!['’]?[\d,/-]*\d| (?:dollars|entries|members|credits? of|times|usd))/giu,
    period: ({ year }) => wholeMonths(`${year}-01`, 12),
  },
];

/** Words beside days that say more than was read: "early in March", "the first week of March", "March of next year". */
const MORE_AHEAD = of(
  String.raw`(?:\b(?:early|late|mid)[ -](?:in |of )?(?:the )?|\b(?:middle|end|start|beginning|close|turn|rest|remainder|part|half)s? (?:of |in )(?:the )?|\b(?:${ORDINALS.join('|')}|fifth|last|final|1st|2nd|3rd|4th|5th) (?:full |whole |business )?(?:day|week|weekend|month|quarter|half|${WEEKDAYS.join('|')})s? (?:of |in )?(?:the )?|\b(?:next|coming|following|upcoming|except|except for|excluding|by|as of|each|every|around|approximately|roughly|same) (?:in |of |for |during )?)$`,
  'iu',
);
/** "The 30 days to October 31", "two weeks before June 3". */
const COUNTED_AHEAD = of(
  String.raw`\b${COUNT} ${UNIT}s? (?:to|through|up to|until|till|ending|ending on|before|after|since|from|following)(?: the)? $`,
  'iu',
);
const MORE_BEHIND = of(
  String.raw`^(?:[-/]?\d|['’]s (?:${ORDINALS.join('|')}|last|final)\b|,? (?:(?:of|in|from|during) )?(?:the |that |each |every )?(?:(?:same|last|this|next|previous|prior|preceding|following|coming|current|past|fiscal|${ORDINALS.join('|')}|final) )(?:\w+ )?(?:year|quarter|month|week|half|day)s?\b|,? (?:of|in|from|during) (?:the |that )?(?:year|quarter|month|week|half)\b|,? (?:(?:of|in|from) )?(?:(?:19|20)\d\d|['’]\d\d)\b|,? (?:of|in) (?:${MONTH.replace('?<month>', '?:')}|Q[1-4])|,? (?:ago|before|earlier|later|prior|after|following|ending)\b)`,
  'iu',
);
const RANGE = /^,? ?(?:to|until|till|through|thru|up to|-|–)(?: the)? ?$/iu;
const LIST = /^,? ?(?:and|&|,)(?: (?:in|of|for|during))?(?: the)? ?$/iu;
const AGAINST = /\b(?:compar\w*|versus|vs|against|than|relative to|differ\w*)\b/iu;
const CHANGE =
  /\b(?:chang\w+|ris(?:e|es|en|ing)|rose|gr[eo]w\w*|increas\w+|decreas\w+|f[ae]ll\w*|drop\w*|declin\w+|shr[iau]nk\w*|up|down|differ\w*)\b/iu;

interface Match extends Pick<FoundPeriod, 'start' | 'end'> {
  reading: Reading;
  words: string;
  groups: Groups;
}

/** Days that words of a question name, in their order, and words that speak of days that were not understood. */
export function readPeriods(
  text: string,
  ledger: LedgerDays,
): { found: FoundPeriod[]; unread: { start: number; end: number }[] } {
  const matches: Match[] = [];
  for (const reading of READINGS)
    for (const match of text.matchAll(reading.pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (matches.some((other) => start < other.end && other.start < end)) continue;
      if (reading.isName?.(match[0], text.slice(end)) === true) continue;
      matches.push({ reading, start, end, words: match[0], groups: match.groups ?? {} });
    }
  // "So far in November": the whole ledger is meant only where nothing else is.
  const [one] = matches.filter(({ words }) => /^so far$/i.test(words));
  if (one !== undefined && matches.length > 1) matches.splice(matches.indexOf(one), 1);
  matches.sort((left, right) => left.start - right.start);
  const found: FoundPeriod[] = [];
  const unread: { start: number; end: number }[] = [];
  let before: Period | null = null;
  for (const [index, match] of matches.entries()) {
    const { start, end, reading, words } = match;
    const groups = withYear(matches, index, text);
    const period: FoundPeriod['period'] | null =
      groups === null ? null : clipToLedger(reading.period(groups, { ...ledger, before }), ledger.asOf);
    const joined = index > 0 && RANGE.test(text.slice(matches[index - 1]?.end, start));
    const read: Pick<FoundPeriod, 'start' | 'end' | 'period'> | null =
      period === null ? null : withBoundaryWords(period, match, text, { ledger, joined });
    if (read === null) {
      unread.push({ start, end });
      continue;
    }
    const { count, unit, unit2, toDate } = match.groups;
    const isRolling =
      unit !== undefined &&
      match.groups['edge'] === undefined &&
      (count !== undefined || /\bpast /i.test(words));
    const own = (unit ?? unit2 ?? null)?.toLowerCase() as CalendarUnit | null;
    if (typeof read.period !== 'string') before ??= read.period;
    found.push({
      start: read.start,
      end: read.end,
      period: read.period,
      rolling: isRolling
        ? { count: count === undefined ? 1 : numberOf(count), unit: unit as CalendarUnit }
        : null,
      unit:
        toDate === undefined && (typeof read.period === 'string' || /\blast \w+$/i.test(words)) ? own : null,
      isBase: false,
    });
  }
  return { found: joinPeriods(found, text), unread };
}

/**
 * The days that words of a question name, in their order: "last quarter", "in August", "since June 3", "last 90 days". Months
 * and days without a year are the newest that began by `asOf`; nothing reaches beyond it.
 */
export function findPeriods(text: string, ledger: LedgerDays): FoundPeriod[] {
  return readPeriods(text, ledger).found;
}

/** "March and April 2025", "from Q3 to Q4 2025": one year for both. Null where it may be meant for both or for one. */
function withYear(matches: readonly Match[], index: number, text: string): Groups | null {
  const own = matches[index];
  if (own === undefined) return null;
  const { groups, reading, words } = own;
  const [previous, next] = [matches[index - 1], matches[index + 1]];
  const yearOf = (match: Match | undefined) =>
    match?.reading.isYearly === true ? (match.groups['year'] ?? match.groups['yearAhead']) : undefined;
  if (reading.isYearly !== true || yearOf(own) !== undefined || groups['which'] !== undefined) return groups;
  const isJoined = (left: Match, right: Match) => {
    const words = text.slice(left.end, right.start);
    return RANGE.test(words) || LIST.test(words);
  };
  const isAgainst = (left: Match, right: Match) =>
    /^,? (?:vs\.?|versus|with|against|compared (?:with|to)|than)(?: in| of)?(?: the)? ?$/iu.test(
      text.slice(left.end, right.start),
    );
  const bare = (match: Match) =>
    match.words
      .replace(/^(?:in|of|for|during|from) (?:the )?/iu, '')
      .replace(/\W*(?:19|20)\d\d$/u, '')
      .toLowerCase();
  if (next !== undefined && yearOf(next) !== undefined && isJoined(own, next))
    return { ...groups, year: yearOf(next), last: bare(next) };
  const isNumber = (match: Match) => /(?<!of )\b(?:19|20)\d\d$/u.test(match.words);
  if (next !== undefined && yearOf(next) !== undefined && isAgainst(own, next) && isNumber(next))
    return bare(next) === words.replace(/^(?:in|of|for|during|from) (?:the )?/iu, '').toLowerCase()
      ? groups
      : null;
  if (previous !== undefined && yearOf(previous) !== undefined && isJoined(previous, own))
    return { ...groups, year: yearOf(previous) };
  if (
    previous !== undefined &&
    isNumber(previous) &&
    yearOf(previous) !== undefined &&
    isAgainst(previous, own)
  )
    return bare(previous) === bare(own) ? groups : null;
  return groups;
}

/** With what stands around it: "since", "before", "until", "to date"; null where that was not understood. */
function withBoundaryWords(
  period: FoundPeriod['period'],
  { start, end, words, reading, groups }: Match,
  text: string,
  { ledger, joined }: { ledger: LedgerDays; joined: boolean },
): Pick<FoundPeriod, 'start' | 'end' | 'period'> | null {
  const { asOf, firstDay } = ledger;
  const own =
    /^(?:(?:in|of|for|during|since|before|after|until|till|through|from) )?(?:the )?/iu.exec(words)?.[0] ??
    '';
  const ahead = text.slice(0, start) + own;
  const behind = text.slice(end);
  if (COUNTED_AHEAD.test(ahead)) return null;
  if (typeof period === 'string') return MORE_BEHIND.test(behind) ? null : { start, end, period };
  const toDate = /^ (?:to date|to now|until now|till now|on\b|onwards?\b|forward)/iu.exec(behind);
  const hint =
    /\b(?:(?<since>ever since|since|starting|starting (?:in|from|with)|beginning (?:in|from|with))|(?<after>after)|(?<before>before|prior to|ahead of)|(?<until>until|till|through|thru|up to|up until)) (?:(?:the )?(?<edge>start|beginning|end) of )?(?:the )?$/iu.exec(
      ahead,
    );
  // "From June 3" and "between … and" are whole by themselves.
  const isOwn =
    /^(?:since|starting|from|after|until|till|up to|through|before) /iu.test(words) &&
    reading.isYearly !== true &&
    groups['year'] === undefined;
  if (hint !== null && !isOwn && !joined) {
    if (MORE_BEHIND.test(behind)) return null;
    const { since, after, before, edge } = hint.groups ?? {};
    const isEnd = edge?.toLowerCase() === 'end';
    const isStart = edge !== undefined && !isEnd;
    const first = isEnd ? addDays(period.lastDay, 1) : period.firstDay;
    const last = isStart ? addDays(period.firstDay, -1) : period.lastDay;
    const read =
      since !== undefined
        ? between(first, asOf)
        : after !== undefined
          ? between(addDays(last, 1), asOf)
          : before !== undefined
            ? between(firstDay, addDays(isEnd ? addDays(period.lastDay, 1) : period.firstDay, -1))
            : between(firstDay, last);
    return read === null ? null : { start: Math.min(start, hint.index), end, period: read };
  }
  if (toDate !== null && (/^ to|now$/iu.test(toDate[0]) || /\bfrom (?:the )?$/iu.test(ahead)))
    return { start, end: end + toDate[0].length, period: { firstDay: period.firstDay, lastDay: asOf } };
  if (MORE_AHEAD.test(ahead) || MORE_BEHIND.test(behind)) return null;
  return { start, end, period };
}

/** "From Q1 to Q3" are the days between; "March and April" both months; "change from March to April" compares them. */
function joinPeriods(found: readonly FoundPeriod[], text: string): FoundPeriod[] {
  const joined: FoundPeriod[] = [];
  for (const own of found) {
    const last = joined.at(-1);
    const isAbsolute =
      last !== undefined && typeof last.period !== 'string' && typeof own.period !== 'string';
    if (
      !isAbsolute ||
      last === undefined ||
      typeof last.period === 'string' ||
      typeof own.period === 'string'
    ) {
      joined.push(own);
      continue;
    }
    const words =
      text.slice(last.end, own.start) +
      (/^(?:until|till|through|up to) /iu.exec(text.slice(own.start))?.[0] ?? '');
    const isFrom =
      /\bfrom (?:the )?$/iu.test(text.slice(0, last.start)) || /^from /iu.test(text.slice(last.start));
    const isBetween =
      /\bbetween (?:the )?$/iu.test(text.slice(0, last.start)) && / and (?:the )?$/iu.test(words);
    const isRange = RANGE.test(words) || isBetween;
    const isWhole =
      last.period.firstDay !== last.period.lastDay && own.period.firstDay !== own.period.lastDay;
    if (isRange && isWhole && (isFrom || isBetween) && CHANGE.test(text)) {
      joined.splice(-1, 1, { ...last, isBase: true });
      joined.push(own);
    } else if (isRange && (isFrom || isBetween || !AGAINST.test(text))) {
      const { period } = last;
      const firstDay =
        period.firstDay > own.period.lastDay ? monthsBefore(period.firstDay, 12) : period.firstDay;
      joined.splice(-1, 1, {
        ...own,
        start: last.start,
        rolling: null,
        unit: null,
        period: { firstDay, lastDay: own.period.lastDay },
      });
    } else if (
      LIST.test(words) &&
      !AGAINST.test(text) &&
      !CHANGE.test(text) &&
      addDays(last.period.lastDay, 1) === own.period.firstDay
    )
      joined.splice(-1, 1, {
        ...own,
        start: last.start,
        rolling: null,
        unit: null,
        period: { firstDay: last.period.firstDay, lastDay: own.period.lastDay },
      });
    else joined.push(own);
  }
  return joined;
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

function clipToLedger(read: FoundPeriod['period'] | null, asOf: Day): FoundPeriod['period'] | null {
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
function rollingPeriod(count: number, unit: CalendarUnit, asOf: Day): Period | null {
  if (count < 1) return null;
  if (unit === 'day' || unit === 'week')
    return { firstDay: addDays(asOf, 1 - count * (unit === 'week' ? 7 : 1)), lastDay: asOf };
  const months = count * MONTHS_PER_UNIT[unit];
  return { firstDay: addDays(monthsBefore(asOf, months), 1), lastDay: asOf };
}

function calendarUnit(unit: string, asOf: Day, which: 'last' | 'this'): Period {
  return unitAround(asOf, unit.toLowerCase() as CalendarUnit, which === 'last' ? -1 : 0);
}

function quarterNamed({ quarter, quarter2, named: word, ...groups }: Groups, days: ReadDays): Period | null {
  const text = (word ?? '').toLowerCase();
  const number =
    quarter ?? quarter2 ?? (/^\d/.test(text) ? text.slice(0, 1) : String(ORDINALS.indexOf(text) + 1));
  return monthsNamed(String(3 * Number(number) - 2).padStart(2, '0'), 3, groups, days);
}

/** Whole months of their year; without a year the newest that began, "last" the newest that ended, "this" those of the year of `asOf`. */
function monthsNamed(
  month: string,
  length: number,
  { year, yearAhead, which }: Groups,
  days: ReadDays,
): Period | null {
  if (year !== undefined && yearAhead !== undefined) return null;
  const named = year ?? yearAhead;
  const { asOf } = days;
  const own = wholeMonths(`${named === undefined ? asOf.slice(0, 4) : yearIn(named, days)}-${month}`, length);
  if (named !== undefined) return which === undefined ? own : null;
  if (which?.toLowerCase() === 'this') return own;
  const isNewest = which === undefined ? own.firstDay <= asOf : own.lastDay < asOf;
  return isNewest ? own : wholeMonths(addMonths(monthOf(own.firstDay), -12), length);
}

/** The year that words name: "2025", "'25", "last year", "the year before" of the days named before. */
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
  const number = slashMonth?.padStart(2, '0') ?? monthNumber(group('month') ?? group('month2'));
  const of = String(Number(slashDay ?? group('day') ?? group('day2'))).padStart(2, '0');
  const words = group('year') ?? group('year2');
  const year =
    slashYear === undefined
      ? words === undefined
        ? undefined
        : yearIn(words, days)
      : slashYear.padStart(4, '20');
  const own = `${year ?? asOf.slice(0, 4)}-${number}-${of}`;
  const day = year === undefined && own > asOf ? `${Number(asOf.slice(0, 4)) - 1}${own.slice(4)}` : own;
  return isDay(day) ? day : null;
}
