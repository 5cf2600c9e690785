import type { NumberUnit, Said, Statement } from './statement.ts';
import { MICRO, SCALES } from './written-number.ts';

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

/** Numbers hidden in other words, in millionths, with how far the word may be from the figure. */
const MULTIPLES: readonly { pattern: RegExp; unit: NumberUnit; micro: bigint; step: bigint }[] = [
  {
    pattern: /\b(?:twice|doubl(?:ed?|es|ing))\b(?!-)/giu,
    unit: 'times',
    micro: 2n * MICRO,
    step: MICRO / 10n,
  },
  { pattern: /\b(?:thrice|tripl(?:ed?|es|ing))\b/giu, unit: 'times', micro: 3n * MICRO, step: MICRO / 10n },
  { pattern: /\bquadrupl(?:ed?|es|ing)\b/giu, unit: 'times', micro: 4n * MICRO, step: MICRO / 10n },
  { pattern: /\b(?:half|halved|halves|halving)\b/giu, unit: 'percent', micro: 50n * MICRO, step: 2n * MICRO },
  { pattern: /\btwo[ -]thirds\b/giu, unit: 'percent', micro: 66_666_667n, step: 2n * MICRO },
  {
    pattern: /\b(?:a|one)[ -]third (?=of|more|less|fewer|higher|lower|as)/giu,
    unit: 'percent',
    micro: 33_333_333n,
    step: 2n * MICRO,
  },
  { pattern: /\bthree[ -]quarters\b/giu, unit: 'percent', micro: 75n * MICRO, step: 2n * MICRO },
  {
    pattern: /\b(?:a|one)[ -]quarter (?=of|more|less|fewer|higher|lower|as)/giu,
    unit: 'percent',
    micro: 25n * MICRO,
    step: 2n * MICRO,
  },
];
const VAGUE = /\b(?:dozens|scores|hundreds|thousands|millions|billions|trillions)\b/giu;

/** Every number in words: cardinals, ordinals from the fourth on, multiples and parts; "dozens of" is unclear. */
export function findNumberWords(text: string): Statement[] {
  const found: Statement[] = [];
  for (const { pattern, unit, micro, step } of MULTIPLES)
    for (const match of text.matchAll(pattern))
      found.push(statementAt(match, { kind: 'number', unit, micro, step }));
  for (const match of text.matchAll(CARDINAL)) found.push(statementAt(match, cardinal(match)));
  for (const match of text.matchAll(ORDINAL)) {
    const size = BigInt(ORDINALS.indexOf(match[0].toLowerCase()) + 4);
    found.push(statementAt(match, { kind: 'number', unit: 'ordinal', micro: size * MICRO, step: MICRO }));
  }
  for (const match of text.matchAll(VAGUE)) found.push(statementAt(match, { kind: 'unclear' }));
  return found;
}

function statementAt(match: RegExpExecArray, said: Said): Statement {
  return { start: match.index, end: match.index + match[0].trimEnd().length, said };
}

function cardinal(match: RegExpExecArray): Said {
  const unit = match.groups?.['unit'] ?? '';
  const words = match[0].slice(0, match[0].length - unit.length).toLowerCase();
  const size = valueOf(words.split(/[ -]/).filter((word) => word !== 'and'));
  if (size === null) return { kind: 'unclear' };
  return { kind: 'number', unit: unitOf(unit), micro: BigInt(size) * MICRO, step: MICRO };
}

function unitOf(unit: string): NumberUnit {
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
