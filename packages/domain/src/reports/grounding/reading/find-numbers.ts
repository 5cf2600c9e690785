import type { NumberUnit, Said, Statement } from './statement.ts';
import { SCALES, writtenNumber } from './written-number.ts';

const SIGN = String.raw`(?<sign>(?<![\p{L}\p{N}%)])[-−](?=[$\d]|US)|(?<![\p{L}])(?:minus|negative) (?=[$\d]|US))?`;
const CURRENCY = String.raw`(?:(?<currency>(?:US)?\$ ?|USD )(?<inner>[-−])?)?`;
const DIGITS = String.raw`(?<digits>\d(?:[\d,.]*\d)?)`;
const SCALE = String.raw`(?<scale>(?:mm|bn|[kmb])(?![\p{L}\p{N}])|[ -]?(?:hundred|thousand|million|billion|trillion)(?![\p{L}]))?`;
const UNIT = String.raw`(?<unit>(?: |-)?(?:%|percent\b|per cent\b|pct\b)(?<points>[ -]points?\b)?|[ -]percentage[ -]points?\b| (?:basis points?|bps)\b| (?:US )?dollars?\b| USD\b| cents?\b|[x×](?![\p{L}\p{N}])| times (?=as|the|more|higher|larger|greater|its|their|that|what)|[- ]?fold\b|(?:st|nd|rd|th)\b)?`;
const NUMBER = new RegExp(`${SIGN}${CURRENCY}${DIGITS}${SCALE}${UNIT}`, 'giu');

/**
 * Every number in digits, with its sign, currency, scale and unit. What has digits and cannot be read as one number is
 * unclear, and so is any digit of another script: nothing that looks like a number goes unseen.
 */
export function findNumbers(text: string): Statement[] {
  const found = [...text.matchAll(NUMBER)].map((match): Statement => {
    // Behind "times" a blank belongs to what is looked for: without it "3 times as many" would seem torn.
    const place = { start: match.index, end: match.index + match[0].trimEnd().length };
    return { ...place, said: saidBy(match.groups ?? {}, { text, ...place }) };
  });
  for (const { index, 0: sign } of text.matchAll(/(?![0-9])\p{N}+/gu))
    found.push({ start: index, end: index + sign.length, said: { kind: 'unclear' } });
  return found;
}

type Groups = Record<string, string | undefined>;

/** "(12.00)" is minus twelve in ledgers and an aside in reports: here it has no sign. */
function saidBy(groups: Groups, { text, start, end }: { text: string; start: number; end: number }): Said {
  // "12abc", "10:30", "3/15": parts of something else.
  const isTorn =
    /[\p{L}\p{N}_/:#]$/u.test(text.slice(Math.max(0, start - 1), start)) ||
    /^(?:[\p{L}\p{N}_]|[/:]\d)/u.test(text.slice(end, end + 2));
  const meant = unitOf(groups);
  const factor = SCALES[(groups['scale'] ?? '').replace(/^[ -]/, '').toLowerCase()] ?? 0;
  if (meant === null || isTorn) return { kind: 'unclear' };
  const number = writtenNumber({
    digits: groups['digits'] ?? '',
    negative: groups['sign'] !== undefined || groups['inner'] !== undefined,
    scale: meant.scale + factor,
    unit: meant.unit,
  });
  return number ?? { kind: 'unclear' };
}

/** Null when two units contradict each other: "$12%". */
function unitOf(groups: Groups): { unit: NumberUnit; scale: number } | null {
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
