import { dayExists, MONTH_NAME_PATTERN, monthNumberOf, UNMISTAKABLE_MONTHS } from '../../calendar/day.ts';

export type NumberUnit = 'money' | 'percent' | 'points' | 'times' | 'ordinal' | 'bare';

/** A number as written, with the size of its last place. Both in millionths. */
export interface WrittenNumber {
  kind: 'number';
  unit: NumberUnit;
  /** "$1.2 million" is 1,200,000 dollars: 1,200,000,000,000 millionths. */
  micro: bigint;
  /** What one more in the last written place adds: 100,000 dollars in "$1.2 million". */
  step: bigint;
}

/** What a stretch of text says. `year` is null where the text leaves it out. */
export type StatedValue =
  | WrittenNumber
  | { kind: 'day'; year: number | null; month: number; day: number }
  | { kind: 'month'; year: number | null; month: number }
  /** A name that a fact has, in any case of letters. */
  | { kind: 'name'; name: string }
  /** Letters and digits in one: "R10", "Q3". */
  | { kind: 'code'; code: string }
  /** A claim that cannot be compared: "dozens of", "1,23", an unknown capitalized name. */
  | { kind: 'unclear' };

export interface Statement {
  start: number;
  end: number;
  parsed: StatedValue;
}

/** Text that is already read; nothing else is looked for in it. */
export interface TextRange {
  start: number;
  end: number;
}

/** Letters and digits in one word, beginning with a letter: "R10", "Q3", "COVID-19", "T1234". */
const CODE = /(?<![\p{L}\p{N}_-])\p{L}[\p{L}\p{N}_]*(?:-[\p{L}\p{N}_]+)*/gu;

export function findCodes(text: string): Statement[] {
  return [...text.matchAll(CODE)]
    .filter(({ 0: word }) => /\p{N}/u.test(word))
    .map(({ index, 0: code }) => ({
      start: index,
      end: index + code.length,
      parsed: { kind: 'code', code },
    }));
}

const NAME = `(?<month>${MONTH_NAME_PATTERN})`;
const DAY = String.raw`(?<day>\d{1,2})(?:st|nd|rd|th)?`;
const YEAR = String.raw`(?<year>(?:19|20)\d\d)`;
const END = String.raw`(?![\p{L}\p{N}]|[/.:-]\d)`;
const START = String.raw`(?<![\p{L}\p{N}/.:-])`;

/** Longest forms first; text that one has matched is not read again. */
const FORMS: readonly RegExp[] = [
  new RegExp(`${START}(?<year>(?:19|20)\\d\\d)-(?<number>\\d\\d)-(?<day>\\d\\d)${END}`, 'gu'),
  new RegExp(`${START}(?<number>\\d{1,2})/(?<day>\\d{1,2})/(?<year>(?:(?:19|20)\\d\\d|\\d\\d))${END}`, 'gu'),
  // "Jul 22–28, 2026": two days of one month.
  new RegExp(`\\b${NAME} ${DAY} ?(?:[-–—]|to) ?(?<last>\\d{1,2})(?:st|nd|rd|th)?(?:,? ${YEAR})?${END}`, 'gu'),
  new RegExp(`\\b${NAME} ${DAY},? ?${YEAR}${END}`, 'gu'),
  new RegExp(`${START}${DAY}(?: of)? ${NAME},? ${YEAR}${END}`, 'gu'),
  new RegExp(`\\b${NAME} ${DAY}${END}`, 'gu'),
  new RegExp(`${START}${DAY}(?: of)? ${NAME}${END}`, 'gu'),
  new RegExp(`\\b${NAME},?(?: of)? ${YEAR}${END}`, 'gu'),
  new RegExp(`${START}(?<year>(?:19|20)\\d\\d)-(?<number>0[1-9]|1[0-2])${END}`, 'gu'),
  // "May" and "March" are verbs too: alone they are months only after a word that asks for one.
  new RegExp(
    `(?<=\\b(?:in|of|since|until|through|during|from|by|to|and|between|before|after|early|late|mid|last|this)[ -])${NAME}${END}`,
    'gu',
  ),
  new RegExp(`\\b(?<month>${UNMISTAKABLE_MONTHS.join('|')})\\b`, 'gu'),
];

export function findDates(text: string): Statement[] {
  const found: Statement[] = [];
  for (const form of FORMS) {
    for (const match of text.matchAll(form)) {
      const start = match.index;
      const end = start + match[0].trimEnd().length;
      if (found.some((other) => start < other.end && other.start < end)) continue;
      found.push(...statementsOf(match, { start, end }));
    }
  }
  return found;
}

/** Two for "Jul 22–28, 2026": up to the dash, and from there. */
function statementsOf(match: RegExpExecArray, { start, end }: { start: number; end: number }): Statement[] {
  const groups = match.groups ?? {};
  const month =
    groups['number'] === undefined ? monthNumberOf(groups['month'] ?? '') : Number(groups['number']);
  const year = yearOf(groups['year']);
  if (groups['day'] === undefined) return [{ start, end, parsed: statedMonth(year, month) }];
  const first = statedDay({ year, month, day: Number(groups['day']) });
  if (groups['last'] === undefined) return [{ start, end, parsed: first }];
  const middle = start + /^\D+\d+(?:st|nd|rd|th)?/u.exec(match[0])![0].length;
  const rest = match[0].slice(middle - start).search(/\d/);
  return [
    { start, end: middle, parsed: first },
    { start: middle + rest, end, parsed: statedDay({ year, month, day: Number(groups['last']) }) },
  ];
}

/** "26" is 2026: there is no ledger of another century. */
function yearOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  return text.length === 2 ? 2_000 + Number(text) : Number(text);
}

function statedDay(parsed: { year: number | null; month: number; day: number }): StatedValue {
  // Without a year, February has 29 days.
  return dayExists(parsed.year ?? 2_000, parsed.month, parsed.day)
    ? { kind: 'day', ...parsed }
    : { kind: 'unclear' };
}

function statedMonth(year: number | null, month: number): StatedValue {
  return month >= 1 && month <= 12 ? { kind: 'month', year, month } : { kind: 'unclear' };
}

/** Numbers are compared in whole millionths: exact for cents and fine enough for shares. */
const DECIMAL_PLACES = 6;
export const MICRO = 10n ** BigInt(DECIMAL_PLACES);

/** Zeros of the words and letters that scale a number. */
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

/** Reads digits with groups and decimals. Null for numbers that English does not write so ("1,23", "1.2.3"). */
export function parseWrittenNumber(options: {
  digits: string;
  negative: boolean;
  /** Power of ten by which it is multiplied: 6 for millions, −2 for cents or basis points. */
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
const SIMPLE = [...ONES, ...TENS, 'dozen'].join('|');
const SCALED = ['hundred', 'thousand', 'million', 'billion', 'trillion'].join('|');

const CARDINAL = new RegExp(
  String.raw`\b(?:${SIMPLE}|an? (?=(?:${SCALED}|dozen)\b)(?:${SCALED}|dozen))(?:(?:[ -]|[ -]and[ -])(?:${SIMPLE}|${SCALED}))*\b(?<unit> percentage points?\b|[ -](?:percent|per cent)\b(?: points?\b)?| dollars?\b| times (?=as|the|more|higher|larger|greater|its|their)|[ -]?fold\b)?`,
  'giu',
);
const ORDINAL = new RegExp(String.raw`\b(?:${ORDINALS.join('|')})\b(?! amendment)`, 'giu');

/** Numbers hidden in other words: unit, millionths, and how far the word may be from the figure. */
const MULTIPLES: readonly (readonly [RegExp, NumberUnit, micro: bigint, step: bigint])[] = [
  [/\b(?:twice|doubl(?:ed?|es|ing))\b(?!-)/giu, 'times', 2n * MICRO, MICRO / 10n],
  [/\b(?:thrice|tripl(?:ed?|es|ing))\b/giu, 'times', 3n * MICRO, MICRO / 10n],
  [/\bquadrupl(?:ed?|es|ing)\b/giu, 'times', 4n * MICRO, MICRO / 10n],
  [/\b(?:half|halved|halves|halving)\b/giu, 'percent', 50n * MICRO, 2n * MICRO],
  [/\btwo[ -]thirds\b/giu, 'percent', 66_666_667n, 2n * MICRO],
  [/\b(?:a|one)[ -]third (?=of|more|less|fewer|higher|lower|as)/giu, 'percent', 33_333_333n, 2n * MICRO],
  [/\bthree[ -]quarters\b/giu, 'percent', 75n * MICRO, 2n * MICRO],
  [/\b(?:a|one)[ -]quarter (?=of|more|less|fewer|higher|lower|as)/giu, 'percent', 25n * MICRO, 2n * MICRO],
];
const VAGUE_NUMBERS = /\b(?:dozens|scores|hundreds|thousands|millions|billions|trillions)\b/giu;

/** Every number in words: cardinals, ordinals from the fourth on, multiples and parts; "dozens of" is unclear. */
export function findNumberWords(text: string): Statement[] {
  const found: Statement[] = [];
  for (const [pattern, unit, micro, step] of MULTIPLES)
    for (const match of text.matchAll(pattern))
      found.push(statementAt(match, { kind: 'number', unit, micro, step }));
  for (const match of text.matchAll(CARDINAL)) found.push(statementAt(match, cardinal(match)));
  for (const match of text.matchAll(ORDINAL)) {
    const size = BigInt(ORDINALS.indexOf(match[0].toLowerCase()) + 4);
    found.push(statementAt(match, { kind: 'number', unit: 'ordinal', micro: size * MICRO, step: MICRO }));
  }
  for (const match of text.matchAll(VAGUE_NUMBERS)) found.push(statementAt(match, { kind: 'unclear' }));
  return found;
}

function statementAt(match: RegExpExecArray, parsed: StatedValue): Statement {
  return { start: match.index, end: match.index + match[0].trimEnd().length, parsed };
}

function cardinal(match: RegExpExecArray): StatedValue {
  const unit = match.groups?.['unit'] ?? '';
  const words = match[0].slice(0, match[0].length - unit.length).toLowerCase();
  const size = valueOf(words.split(/[ -]/).filter((word) => word !== 'and'));
  if (size === null) return { kind: 'unclear' };
  return { kind: 'number', unit: wordUnitOf(unit), micro: BigInt(size) * MICRO, step: MICRO };
}

function wordUnitOf(unit: string): NumberUnit {
  if (/point/.test(unit)) return 'points';
  if (/cent/.test(unit)) return 'percent';
  if (/dollar/.test(unit)) return 'money';
  return /times|fold/.test(unit) ? 'times' : 'bare';
}

/** Null when the words make no number together: "two three". */
function valueOf(words: readonly string[]): number | null {
  let total = 0;
  let current = 0;
  let room = Number.POSITIVE_INFINITY;
  for (const word of words) {
    const small = word === 'dozen' ? 12 : ONES.indexOf(word);
    const tens = TENS.indexOf(word);
    const zeros = SCALES[word];
    if (word === 'a' || word === 'an') current = 0;
    else if (zeros !== undefined) {
      if (zeros === 2) current = Math.max(current, 1) * 100;
      else {
        total += Math.max(current, 1) * 10 ** zeros;
        current = 0;
      }
      room = zeros === 2 ? 100 : 1_000;
    } else {
      const value = small >= 0 ? small : (tens + 2) * 10;
      if (value >= room) return null;
      current += value;
      room = tens >= 0 ? 10 : 0;
    }
  }
  return total + current;
}

const SIGN = String.raw`(?<sign>(?<![\p{L}\p{N}%)])[-−](?=[$\d]|US)|(?<![\p{L}])(?:minus|negative) (?=[$\d]|US))?`;
const CURRENCY = String.raw`(?:(?<currency>(?:US)?\$ ?|USD )(?<inner>[-−])?)?`;
const DIGITS = String.raw`(?<digits>\d(?:[\d,.]*\d)?)`;
const SCALE = String.raw`(?<scale>(?:mm|bn|[kmb])(?![\p{L}\p{N}])|[ -]?(?:hundred|thousand|million|billion|trillion)(?![\p{L}]))?`;
const UNIT = String.raw`(?<unit>(?: |-)?(?:%|percent\b|per cent\b|pct\b)(?<points>[ -]points?\b)?|[ -]percentage[ -]points?\b| (?:basis points?|bps)\b| (?:US )?dollars?\b| USD\b| cents?\b|[x×](?![\p{L}\p{N}])| times (?=as|the|more|higher|larger|greater|its|their|that|what)|[- ]?fold\b|(?:st|nd|rd|th)\b)?`;
const NUMBER = new RegExp(`${SIGN}${CURRENCY}${DIGITS}${SCALE}${UNIT}`, 'giu');

/**
 * Every number in digits with sign, currency, scale and unit. Digits that cannot be read as one number, or of another script,
 * are unclear, so that no number is missed.
 */
export function findNumbers(text: string): Statement[] {
  const found = [...text.matchAll(NUMBER)].map((match): Statement => {
    // Behind "times" a blank belongs to what is looked for: without it "3 times as many" would seem torn.
    const place = { start: match.index, end: match.index + match[0].trimEnd().length };
    return { ...place, parsed: valueOfMatch(match.groups ?? {}, { text, ...place }) };
  });
  for (const { index, 0: sign } of text.matchAll(/(?![0-9])\p{N}+/gu))
    found.push({ start: index, end: index + sign.length, parsed: { kind: 'unclear' } });
  return found;
}

type Groups = Record<string, string | undefined>;

/** "(12.00)" is minus twelve in ledgers and an aside in reports: here it has no sign. */
function valueOfMatch(
  groups: Groups,
  { text, start, end }: { text: string; start: number; end: number },
): StatedValue {
  // "12abc", "10:30", "3/15": parts of something else.
  const isTorn =
    /[\p{L}\p{N}_/:#]$/u.test(text.slice(Math.max(0, start - 1), start)) ||
    /^(?:[\p{L}\p{N}_]|[/:]\d)/u.test(text.slice(end, end + 2));
  const meant = numberUnitOf(groups);
  const factor = SCALES[(groups['scale'] ?? '').replace(/^[ -]/, '').toLowerCase()] ?? 0;
  if (meant === null || isTorn) return { kind: 'unclear' };
  const number = parseWrittenNumber({
    digits: groups['digits'] ?? '',
    negative: groups['sign'] !== undefined || groups['inner'] !== undefined,
    scale: meant.scale + factor,
    unit: meant.unit,
  });
  return number ?? { kind: 'unclear' };
}

/** Null when two units contradict each other: "$12%". */
function numberUnitOf(groups: Groups): { unit: NumberUnit; scale: number } | null {
  const word = (groups['unit'] ?? '').trim().toLowerCase().replace(/^-/, '');
  const isMoney = groups['currency'] !== undefined;
  const money = /dollar|usd/.test(word);
  if (isMoney || money) return word === '' || money ? { unit: 'money', scale: 0 } : null;
  if (/^cents?$/.test(word)) return { unit: 'money', scale: -2 };
  if (/^basis|^bps/.test(word)) return { unit: 'points', scale: -2 };
  if (/points?$/.test(word)) return { unit: 'points', scale: 0 };
  if (/^(?:%|percent|per cent|pct)/.test(word)) return { unit: 'percent', scale: 0 };
  if (/^(?:x|×|times|fold)/.test(word)) return { unit: 'times', scale: 0 };
  if (/^(?:st|nd|rd|th)$/.test(word)) return { unit: 'ordinal', scale: 0 };
  return { unit: 'bare', scale: 0 };
}
