import { dayExists, MONTH_NAME_PATTERN, monthNumberOf, UNMISTAKABLE_MONTHS } from '../../calendar/day.ts';

export type NumberUnit = 'money' | 'percent' | 'points' | 'times' | 'ordinal' | 'bare';

/** A number as written, with the size of its last place. Both in millionths. */
export interface WrittenNumber {
  kind: 'number';
  unit: NumberUnit;
  /** "$1.2 million" is 1,200,000 dollars: 1,200,000,000,000 millionths. */
  micro: bigint;
  /** Value of one unit in the last written place: 100,000 dollars in "$1.2 million". */
  step: bigint;
}

/** The statement in a piece of text. `year` is null when it is missing. */
export type StatedValue =
  | WrittenNumber
  | { kind: 'day'; year: number | null; month: number; day: number }
  | { kind: 'month'; year: number | null; month: number }
  /** The name in a fact, ignoring case. */
  | { kind: 'name'; name: string }
  /** A code with letters and digits, such as "R10" or "Q3". */
  | { kind: 'code'; code: string }
  /** A claim that cannot be compared, such as "dozens of", "1,23" or an unknown capitalized name. */
  | { kind: 'unclear' };

export interface TextRange {
  start: number;
  end: number;
}

export interface Statement extends TextRange {
  parsed: StatedValue;
}

const UNCLEAR = { kind: 'unclear' } as const;

/** Every match, without trailing spaces, with its statement. */
export function findAll(
  text: string,
  pattern: RegExp,
  parse: (match: RegExpExecArray, range: TextRange) => StatedValue,
): Statement[] {
  return [...text.matchAll(pattern)].map((match) => {
    // The pattern for "times" ends with a space; if that space stayed in the match, "3 times as many" would
    // look like part of a longer word.
    const range = { start: match.index, end: match.index + match[0].trimEnd().length };
    return { ...range, parsed: parse(match, range) };
  });
}

/** Letters and digits in one word, beginning with a letter: "R10", "Q3", "COVID-19", "T1234". */
const CODE = /(?<![\p{L}\p{N}_-])\p{L}[\p{L}\p{N}_]*(?:-[\p{L}\p{N}_]+)*/gu;

export function findCodes(text: string): Statement[] {
  return findAll(text, CODE, ([code]) => ({ kind: 'code', code })).filter(({ start, end }) =>
    /\p{N}/u.test(text.slice(start, end)),
  );
}

const NAME = `(?<month>${MONTH_NAME_PATTERN})`;
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const YEAR = String.raw`(?<year>(?:19|20)\d\d)`;
const END = String.raw`(?![\p{L}\p{N}]|[/.:-]\d)`;
const START = String.raw`(?<![\p{L}\p{N}/.:-])`;

/** Longest forms first, because matched text is not parsed again. */
const FORMS = [
  `${START}(?<year>(?:19|20)\\d\\d)-(?<number>\\d\\d)-(?<day>\\d\\d)${END}`,
  `${START}(?<number>\\d{1,2})/(?<day>\\d{1,2})/(?<year>(?:(?:19|20)\\d\\d|\\d\\d))${END}`,
  // "Jul 22–28, 2026": two dates in the same month.
  `\\b(?<first>${NAME} ${DAY})(?<gap> ?(?:[-–—]|to) ?)(?<last>\\d{1,2})(?:st|nd|rd|th)?(?:,? ${YEAR})?${END}`,
  `\\b${NAME} ${DAY},? ?${YEAR}${END}`,
  `${START}${DAY}(?: of)? ${NAME},? ${YEAR}${END}`,
  `\\b${NAME} ${DAY}${END}`,
  `${START}${DAY}(?: of)? ${NAME}${END}`,
  `\\b${NAME},?(?: of)? ${YEAR}${END}`,
  `${START}(?<year>(?:19|20)\\d\\d)-(?<number>0[1-9]|1[0-2])${END}`,
  // "May" and "March" are also verbs. Alone, they are months only after a preposition or a similar word.
  `(?<=\\b(?:in|of|since|until|through|during|from|by|to|and|between|before|after|early|late|mid|last|this)[ -])${NAME}${END}`,
  `\\b(?<month>${UNMISTAKABLE_MONTHS.join('|')})\\b`,
].map((form) => new RegExp(form, 'gu'));

export function findDates(text: string): Statement[] {
  const found: Statement[] = [];
  for (const { groups = {}, index: start, 0: words } of FORMS.flatMap((form) => [...text.matchAll(form)])) {
    const end = start + words.trimEnd().length;
    if (found.some((other) => start < other.end && other.start < end)) continue;
    const month = Number(groups['number'] ?? monthNumberOf(groups['month'] ?? ''));
    // "26" means 2026, because no ledger is from another century.
    const year = groups['year'] === undefined ? null : Number(groups['year'].padStart(4, '20'));
    const { day, first = '', gap = '', last } = groups;
    const dayAt = (range: TextRange, number: number): Statement => ({
      ...range,
      // Without a year, February 29 is valid.
      parsed: dayExists(year ?? 2_000, month, number) ? { kind: 'day', year, month, day: number } : UNCLEAR,
    });
    const middle = last === undefined ? end : start + first.length;
    if (day === undefined) found.push({ start, end, parsed: { kind: 'month', year, month } });
    else found.push(dayAt({ start, end: middle }, Number(day)));
    if (last !== undefined) found.push(dayAt({ start: middle + gap.length, end }, Number(last)));
  }
  return found;
}

/** Numbers are compared in whole millionths: exact for cents and fine enough for shares. */
const DECIMAL_PLACES = 6;
export const MICRO = 10n ** BigInt(DECIMAL_PLACES);

/** Number of zeros for each word or letter that scales a number. */
const SCALES: Readonly<Record<string, number>> = {
  hundred: 2,
  thousand: 3,
  k: 3,
  million: 6,
  mm: 6,
  m: 6,
  billion: 9,
  bn: 9,
  b: 9,
  trillion: 12,
};

const PLAIN_NUMBER = /^(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/;

/**
 * Parses digits with thousands separators and decimals. Null for forms that English does not use ("1,23",
 * "1.2.3").
 */
export function parseWrittenNumber(options: {
  digits: string;
  negative: boolean;
  /** Power of ten by which the number is multiplied: 6 for millions, −2 for cents or basis points. */
  scale: number;
  unit: NumberUnit;
}): WrittenNumber | null {
  const match = PLAIN_NUMBER.exec(options.digits);
  if (match === null) return null;
  const whole = (match[1] ?? '').replaceAll(',', '');
  const decimals = match[2] ?? '';
  const exponent = options.scale - decimals.length + DECIMAL_PLACES;
  if (exponent < 0 || whole.length > 18) return null;
  const step = 10n ** BigInt(exponent);
  const size = BigInt(whole + decimals) * step;
  return { kind: 'number', unit: options.unit, micro: options.negative ? -size : size, step };
}

const ONES = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen'
).split(' ');
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const ORDINALS = (
  'fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth ' +
  'seventeenth eighteenth nineteenth twentieth'
).split(' ');
const NUMBERS = new Map([
  ...ONES.map((word, index) => [word, index] as const),
  ...TENS.map((word, index) => [word, (index + 2) * 10] as const),
  ['dozen', 12],
]);
const SIMPLE = [...NUMBERS.keys()].join('|');
const SCALED = ['hundred', 'thousand', 'million', 'billion', 'trillion'].join('|');

const CARDINAL = new RegExp(
  String.raw`\b(?:${SIMPLE}|an? (?=(?:${SCALED}|dozen)\b)(?:${SCALED}|dozen))(?:(?:[ -]|[ -]and[ -])(?:${SIMPLE}|${SCALED}))*\b(?<unit> percentage points?\b|[ -](?:percent|per cent)\b(?: points?\b)?| dollars?\b| times (?=as|the|more|higher|larger|greater|its|their)|[ -]?fold\b)?`,
  'giu',
);
const ORDINAL = new RegExp(String.raw`\b(?:${ORDINALS.join('|')})\b(?! amendment)`, 'giu');

/** Multiples and fractions in words, with their unit, value and step; value and step in millionths. */
const MULTIPLES: readonly (readonly [RegExp, NumberUnit, micro: bigint, step: bigint])[] = [
  [/\b(?:twice|doubl(?:ed?|es|ing))\b(?!-)/giu, 'times', 2n * MICRO, MICRO / 10n],
  [/\b(?:thrice|tripl(?:ed?|es|ing))\b/giu, 'times', 3n * MICRO, MICRO / 10n], // cspell:disable-line
  [/\bquadrupl(?:ed?|es|ing)\b/giu, 'times', 4n * MICRO, MICRO / 10n],
  [/\b(?:half|halved|halves|halving)\b/giu, 'percent', 50n * MICRO, 2n * MICRO],
  [/\btwo[ -]thirds\b/giu, 'percent', 66_666_667n, 2n * MICRO],
  [/\b(?:a|one)[ -]third (?=of|more|less|fewer|higher|lower|as)/giu, 'percent', 33_333_333n, 2n * MICRO],
  [/\bthree[ -]quarters\b/giu, 'percent', 75n * MICRO, 2n * MICRO],
  [/\b(?:a|one)[ -]quarter (?=of|more|less|fewer|higher|lower|as)/giu, 'percent', 25n * MICRO, 2n * MICRO],
];
const VAGUE_NUMBERS = /\b(?:dozens|scores|hundreds|thousands|millions|billions|trillions)\b/giu;

/**
 * Every number in words: cardinals, ordinals starting with "fourth", multiples and fractions. "Dozens of" is
 * unclear.
 */
export function findNumberWords(text: string): Statement[] {
  return [
    ...MULTIPLES.flatMap(([pattern, unit, micro, step]) =>
      findAll(text, pattern, () => ({ kind: 'number', unit, micro, step })),
    ),
    ...findAll(text, CARDINAL, cardinal),
    ...findAll(text, ORDINAL, ([word]) => ({
      kind: 'number',
      unit: 'ordinal',
      micro: BigInt(ORDINALS.indexOf(word.toLowerCase()) + 4) * MICRO,
      step: MICRO,
    })),
    ...findAll(text, VAGUE_NUMBERS, () => UNCLEAR),
  ];
}

/** Unclear when the words do not form a number, as in "two three". */
function cardinal({ 0: text, groups }: RegExpExecArray): StatedValue {
  const unit = groups?.['unit'] ?? '';
  let total = 0;
  let current = 0;
  let limit = Number.POSITIVE_INFINITY;
  for (const word of text
    .slice(0, text.length - unit.length)
    .toLowerCase()
    .split(/[ -](?:and[ -])?/)) {
    const zeros = SCALES[word];
    if (zeros === undefined) {
      const value = NUMBERS.get(word) ?? 0;
      if (value >= limit) return UNCLEAR;
      current += value;
      if (value > 0 || word === 'zero') limit = value < 20 ? 0 : 10;
    } else if (zeros === 2) {
      current = Math.max(current, 1) * 100;
      limit = 100;
    } else {
      total += Math.max(current, 1) * 10 ** zeros;
      current = 0;
      limit = 1_000;
    }
  }
  return { kind: 'number', unit: wordUnitOf(unit), micro: BigInt(total + current) * MICRO, step: MICRO };
}

function wordUnitOf(unit: string): NumberUnit {
  if (/point/.test(unit)) return 'points';
  if (/cent/.test(unit)) return 'percent';
  if (/dollar/.test(unit)) return 'money';
  return /times|fold/.test(unit) ? 'times' : 'bare';
}

const SIGN = String.raw`(?<sign>(?<![\p{L}\p{N}%)])[-−](?=[$\d]|US)|(?<![\p{L}])(?:minus|negative) (?=[$\d]|US))?`;
const CURRENCY = String.raw`(?:(?<currency>(?:US)?\$ ?|USD )(?<inner>[-−])?)?`;
const DIGITS = String.raw`(?<digits>\d(?:[\d,.]*\d)?)`;
const SCALE = String.raw`(?<scale>(?:mm|bn|[kmb])(?![\p{L}\p{N}])|[ -]?(?:hundred|thousand|million|billion|trillion)(?![\p{L}]))?`;
const UNIT = String.raw`(?<unit>(?: |-)?(?:%|percent\b|per cent\b|pct\b)(?<points>[ -]points?\b)?|[ -]percentage[ -]points?\b| (?:basis points?|bps)\b| (?:US )?dollars?\b| USD\b| cents?\b|[x×](?![\p{L}\p{N}])| times (?=as|the|more|higher|larger|greater|its|their|that|what)|[- ]?fold\b|(?:st|nd|rd|th)\b)?`;
const NUMBER = new RegExp(`${SIGN}${CURRENCY}${DIGITS}${SCALE}${UNIT}`, 'giu');

/** Unit words with their meaning and power of ten; the first match is used. */
const UNITS: readonly (readonly [RegExp, NumberUnit, scale: number])[] = [
  [/dollar|usd/, 'money', 0],
  [/^cents?$/, 'money', -2],
  [/^basis|^bps/, 'points', -2],
  [/points?$/, 'points', 0],
  [/^(?:%|percent|per cent|pct)/, 'percent', 0],
  [/^(?:x|×|times|fold)/, 'times', 0],
  [/^(?:st|nd|rd|th)$/, 'ordinal', 0],
];

/**
 * Includes sign, currency, scale and unit. Digits in another script, or that do not form a number, are
 * unclear instead of being skipped.
 */
export function findNumbers(text: string): Statement[] {
  return [
    ...findAll(text, NUMBER, ({ groups = {} }, { start, end }) => {
      // Digits in "12abc", "10:30" and "3/15" are part of something else.
      const isTorn =
        /[\p{L}\p{N}_/:#]$/u.test(text.slice(Math.max(0, start - 1), start)) ||
        /^(?:[\p{L}\p{N}_]|[/:]\d)/u.test(text.slice(end, end + 2));
      return (!isTorn && parseNumber(groups)) || UNCLEAR;
    }),
    ...findAll(text, /(?![0-9])\p{N}+/gu, () => UNCLEAR),
  ];
}

/** "(12.00)" is negative in ledgers but a parenthesis in reports, so it has no sign here. Null for "$12%". */
function parseNumber(groups: Record<string, string | undefined>): WrittenNumber | null {
  const word = (groups['unit'] ?? '').trim().toLowerCase().replace(/^-/, '');
  const [, unit = 'bare', scale = 0] = UNITS.find(([pattern]) => pattern.test(word)) ?? [];
  const hasCurrency = groups['currency'] !== undefined;
  if (hasCurrency && word !== '' && !/dollar|usd/.test(word)) return null;
  return parseWrittenNumber({
    digits: groups['digits'] ?? '',
    negative: groups['sign'] !== undefined || groups['inner'] !== undefined,
    scale: scale + (SCALES[(groups['scale'] ?? '').replace(/^[ -]/, '').toLowerCase()] ?? 0),
    unit: hasCurrency ? 'money' : unit,
  });
}
