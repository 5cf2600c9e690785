import type { Stretch } from './statement.ts';

/**
 * What may be written without a fact behind it: where rules stand, what rules ask for, and words that look like
 * numbers and are none. Each line is as narrow as it can be: a figure of a rule counts only beside the word that makes
 * it one, so that "the return rate is 0.5%" still needs a fact.
 */
const NEEDS_NO_FACT: readonly { pattern: RegExp; why: string }[] = [
  {
    pattern:
      /\b\d{1,2} (?:CFR|C\.F\.R\.)(?: Parts?| §{1,2}| [Ss]ections?)? ?\d{1,4}(?:\.\d{1,4})?(?:\([a-z0-9]{1,4}\))*/gu,
    why: 'a place in the Code of Federal Regulations',
  },
  {
    pattern:
      /\b\d{1,2} (?:USC|U\.S\.C\.)(?: §{1,2}| [Ss]ection)? ?\d{1,5}[a-z]?(?:-\d+)?(?:\([a-z0-9]{1,4}\))*/gu,
    why: 'a place in the United States Code',
  },
  { pattern: /\bReg(?:ulation|\.)? [A-Z]{1,2}\b/gu, why: 'a regulation of the Federal Reserve or the CFPB' },
  {
    pattern: /\bNacha(?: Operating)? Rules?,? (?:[Ss]ubs|[Ss])ections? \d{1,2}(?:\.\d{1,2}){1,3}/gu,
    why: 'a place in the Nacha Operating Rules',
  },
  { pattern: /\b[Ss]ection 314\((?:a|b)\)/gu, why: 'information sharing under the USA PATRIOT Act' },
  { pattern: /\bSHA-256\b/gu, why: 'the name of a hash' },
  { pattern: /\b24\/7\b/gu, why: 'always' },
  {
    pattern:
      /(?<=\$)10,000(?:\.00)?(?= (?:currency )?(?:transaction )?(?:reporting )?(?:threshold|limit)\b)/gu,
    why: 'currency transaction reports, 31 CFR 1010.311',
  },
  {
    pattern: /(?<=\$)5,000(?:\.00)?(?= (?:SAR|suspicious activity) (?:reporting )?threshold\b)/giu,
    why: 'suspicious activity reports of credit unions, 12 CFR 748.1(d)',
  },
  {
    pattern: /\b(?:0\.5|3(?:\.0)?|15(?:\.0)?) ?(?:%|percent)(?= (?:Nacha )?(?:threshold|level|limit)\b)/giu,
    why: "Nacha's levels for unauthorized, administrative and overall returns",
  },
  {
    pattern: /(?<=\b(?:threshold|level|limit)s? of )(?:0\.5|3(?:\.0)?|15(?:\.0)?) ?(?:%|percent)/giu,
    why: "Nacha's levels for unauthorized, administrative and overall returns",
  },
  {
    pattern: /\b(?:60|sixty)[ -](?:calendar )?days?\b(?=[^.]*(?:Regulation E|1005\.\d|unauthorized))/giu,
    why: 'consumers report unauthorized transfers, 12 CFR 1005.11(b)',
  },
  {
    pattern: /(?<=(?:Regulation E|1005\.\d)[^.]*)\b(?:60|sixty)[ -](?:calendar )?days?\b/giu,
    why: 'consumers report unauthorized transfers, 12 CFR 1005.11(b)',
  },
  {
    pattern:
      /\b(?:30|thirty)[ -](?:calendar )?days?\b(?=[^.]*(?:\bSAR\b|suspicious activity report|1020\.320))/giu,
    why: 'filing of suspicious activity reports, 31 CFR 1020.320(b)(3)',
  },
  {
    pattern:
      /(?<=(?:\bSAR\b|suspicious activity report|1020\.320)[^.]*)\b(?:30|thirty)[ -](?:calendar )?days?\b/giu,
    why: 'filing of suspicious activity reports, 31 CFR 1020.320(b)(3)',
  },
  {
    pattern: /\b(?:2|two)[ -]banking[ -]days?\b(?=[^.]*return)/giu,
    why: 'return of entries by the receiving institution, Nacha Operating Rules, Section 3.8',
  },
  {
    pattern:
      /\b(?:no one|any ?one|every ?one|one another|one by one|one at a time|one[- ](?:time|off|sided|to[- ]one)|at one time|one day|one way|on the one hand|one (?:should|may|can|must|might)|one or more|(?:is|are|was|were|as|be) one of|, one of|the one|(?:average|typical|usual|last|next|other|larger|smaller|largest|smallest|new|old|former|latter|single) one|this one|that one|which one|each one)\b/giu,
    why: '"one" that counts nothing',
  },
  {
    pattern: /\b(?:first|second|other) half\b|\bhalf[- ](?:day|way|year|hour)s?\b|\bhalfway\b/giu,
    why: 'a half that divides nothing',
  },
  { pattern: /\bdouble[- ](?:check|entry|count)\w*\b/giu, why: 'a double that multiplies nothing' },
  {
    pattern:
      /\bsecond[- ]to[- ]none\b|\bzero[- ](?:tolerance|dollar)\b|\btwo[- ]factor\b|\bthird[- ]part(?:y|ies)\b/giu,
    why: 'idioms',
  },
];

/** A number of a list or section at the very beginning: "3. Risks", "2) ". */
const LIST_NUMBER = /^\s*\(?\d{1,2}[.)](?=\s+\p{Lu})/u;

export function findWhatNeedsNoFact(text: string): Stretch[] {
  const found: Stretch[] = [];
  const number = LIST_NUMBER.exec(text);
  if (number !== null) found.push({ start: 0, end: number[0].length });
  for (const { pattern } of NEEDS_NO_FACT)
    for (const match of text.matchAll(pattern))
      found.push({ start: match.index, end: match.index + match[0].length });
  return found;
}
