import type { CsvField } from '@clearwatch/contracts/csv-mapping';
import { fieldOfHeader } from './csv-column-meanings.ts';
import words from './heading-words.json' with { type: 'json' };

/** Columns that the ledger does not need. */
export type UnneededColumn = 'balance' | 'fee' | 'sequence' | 'status' | 'identifier' | 'suffix';
export type ColumnMeaning = CsvField | UnneededColumn;

/** Words of printed headings, with their usual abbreviations. */
const WORDS: Readonly<Record<string, readonly string[]>> = words;

const WORD_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(WORDS).flatMap(([word, forms]) => forms.map((form) => [form, word] as const)),
);

/** Signs and pairs of letters that stand for words. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/#/g, ' number '],
  [/\+\s?\/\s?-/g, ' sign '],
  [/\b(?:d|dr|db|debit)\s?[/\\]\s?(?:c|cr|credit)\b|\b(?:c|cr|credit)\s?[/\\]\s?(?:d|dr|db|debit)\b/g, ' sign '],
  [/\b(?:debit|dr) or (?:credit|cr)\b|\b(?:credit|cr) or (?:debit|dr)\b/g, ' sign '],
  [/\bs\s?\/\s?l\b/g, ' suffix '],
  [/\bs\s?\/\s?d\b|\bshare drafts?\b/g, ' account '],
  [/\br\s?\/\s?t\b/g, ' routing '],
  [/\ba\s?\/\s?c\b/g, ' account '],
  [/\bthird part(?:y|ies)\b/g, ' company '],
  [/\btc\b/g, ' transaction code '],
  [/\bmicr\b/g, ' account '],
];

const MIN_FUZZY_LENGTH = 5;
const MIN_CONTRACTION_LENGTH = 3;

/** The word that an abbreviation stands for ; null for a word of no heading. */
function wordOf(token: string): string | null {
  const known = WORD_OF.get(token) ?? WORD_OF.get(token.replace(/s$/, ''));
  if (known !== undefined) return known;
  if (token.length < MIN_CONTRACTION_LENGTH) return null;
  // "TRNSCTN" has the first letter and the consonants of its word, in order. OCR may misread one letter.
  for (const word of Object.keys(WORDS))
    if (isContraction(token, word) || (token.length >= MIN_FUZZY_LENGTH && isOneLetterOff(token, word))) return word;
  return null;
}

const TWO_VOWELS = /[aeiou]{2}/; // cspell:disable-line

function isContraction(token: string, word: string): boolean {
  if (token[0] !== word[0] || token.length >= word.length || token.length < word.length / 2.5) return false;
  let at = 0;
  for (const letter of word) if (letter === token[at]) at += 1;
  return at === token.length && !TWO_VOWELS.test(token);
}

function isOneLetterOff(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let from = 0;
  while (from < one.length && one[from] === other[from]) from += 1;
  const [rest, otherRest] = [one.slice(from), other.slice(from)];
  return rest.slice(1) === otherRest.slice(1) || rest.slice(1) === otherRest || rest === otherRest.slice(1);
}

interface Heading {
  words: ReadonlySet<string>;
  /** Whether every word is one that headings consist of. */
  isWhole: boolean;
}

/** The same phrases recur on every line and page. */
const MAX_CACHED_TEXTS = 5_000;

function cached<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const result = read(text);
    if (known.size >= MAX_CACHED_TEXTS) known.clear();
    known.set(text, result);
    return result;
  };
}

export const headingWords = cached((text): Heading => {
  let plain = text.toLowerCase();
  for (const [pattern, word] of PHRASES) plain = plain.replaceAll(pattern, word);
  const tokens = plain.match(/[a-z]+|\d+/g) ?? [];
  const found = tokens.map(wordOf);
  return {
    words: new Set(found.filter((word) => word !== null)),
    isWhole: found.length > 0 && found.every((word) => word !== null),
  };
});

interface Rule {
  meaning: ColumnMeaning;
  /** All of these words. */
  has: readonly string[];
  /** None of these. */
  not?: readonly string[];
  score: number;
}

const rule = (meaning: ColumnMeaning, has: string, score: number, not = ''): Rule => ({
  meaning,
  has: has.split(' '),
  not: not.split(' '),
  score,
});

const NOT_A_COMPANY = 'identifier number entry description trace routing dfi date code status';

/** How strongly words of a heading suggest a meaning, 0 to 1. */
const RULES: readonly Rule[] = [
  rule('accountNumber', 'account', 1, 'holder name type description original company originator date'),
  rule('accountNumber', 'member suffix', 0.9, 'name'),
  rule('accountNumber', 'share suffix', 0.8, 'name'),
  rule('accountNumber', 'member number', 0.9, 'name'),
  rule('accountNumber', 'share number', 0.8),
  rule('accountNumber', 'receiver number', 0.5, 'name identifier'),
  rule('accountNumber', 'member', 0.6, 'name'),
  rule('accountNumber', 'share', 0.4, 'name'),
  rule('originalAccount', 'original account', 1),
  rule('fullName', 'name', 1, 'company originator first last middle dfi'),
  rule('fullName', 'holder', 0.9, 'number'),
  rule('fullName', 'receiver', 0.8, 'number identifier account dfi date first last'),
  rule('fullName', 'member', 0.7, 'number account identifier date'),
  rule('firstName', 'first', 1, 'date'),
  rule('lastName', 'last', 1, 'date'),
  rule('middleInitial', 'middle', 1),
  rule('company', 'company', 0.95, NOT_A_COMPANY),
  rule('company', 'company name', 1, 'receiver'),
  rule('company', 'originator', 0.9, NOT_A_COMPANY),
  rule('company', 'originator name', 1),
  rule('company', 'payee', 0.8, 'number identifier date account'),
  rule('fullName', 'payee', 0.5, 'number identifier date company originator account'),
  rule('amount', 'amount', 1, 'debit credit fee balance'),
  rule('amount', 'net pay', 0.9, 'date'),
  rule('amount', 'net', 0.5),
  rule('amount', 'pay', 0.5, 'date payee'),
  rule('debitAmount', 'debit', 1, 'credit identifier account'),
  rule('creditAmount', 'credit', 1, 'debit identifier account'),
  rule('transactionType', 'sign', 1),
  rule('transactionType', 'debit credit', 0.9),
  rule('transactionType', 'type', 0.5),
  rule('transactionType', 'transaction', 0.5, 'code date amount number'),
  rule('transactionCode', 'transaction code', 1, 'status'),
  rule('transactionCode', 'code', 0.6, 'status class'),
  rule('transactionCode', 'transaction', 0.6, 'amount date number description'),
  rule('transactionCode', 'type', 0.4),
  rule('class', 'class', 1),
  rule('class', 'type', 0.6),
  rule('class', 'code', 0.4, 'transaction'),
  rule('effectiveDate', 'effective', 1),
  rule('effectiveDate', 'entry date', 0.8, 'posting settlement'),
  rule('effectiveDate', 'pay date', 0.8),
  rule('settlementDate', 'settlement', 1, 'amount'),
  rule('postingDate', 'posting', 1, 'amount'),
  rule('postingDate', 'transaction date', 0.8),
  rule('postingDate', 'date', 0.6, 'effective settlement'),
  rule('entryDescription', 'description', 1, 'number'),
  rule('entryDescription', 'entry', 0.6, 'date class number amount'),
  rule('entryDescription', 'transaction', 0.4, 'code date amount number'),
  rule('entryDescription', 'pay', 0.4, 'date net payee'),
  rule('checkTracerNumber', 'trace', 1),
  rule('checkTracerNumber', 'description number', 0.4),
  rule('batch', 'batch', 1),
  rule('balance', 'balance', 1),
  rule('fee', 'fee', 1),
  rule('fee', 'charge', 0.6),
  rule('debitAmount', 'charge', 0.7, 'fee'),
  rule('sequence', 'sequence', 0.9, 'amount'),
  rule('sequence', 'number', 0.5, 'account member trace batch'),
  rule('status', 'status', 1),
  rule('identifier', 'identifier', 1),
  rule('identifier', 'dfi', 0.9, 'account'),
  rule('identifier', 'routing', 1, 'account'),
  rule('identifier', 'company number', 0.8),
  rule('identifier', 'receiver', 0.4, 'name account'),
  rule('suffix', 'suffix', 1, 'member account'),
  rule('suffix', 'share identifier', 1),
  rule('suffix', 'share type', 0.9),
  rule('suffix', 'account type', 0.9),
  rule('suffix', 'type', 0.5),
];

/** What a heading may mean, 0 to 1 each. Empty for a heading of unknown words. */
export const headingMeanings = cached((text): ReadonlyMap<ColumnMeaning, number> => {
  const found = new Map<ColumnMeaning, number>();
  const { words: own, isWhole } = headingWords(text);
  for (const { meaning, has, not = [], score } of RULES)
    if (has.every((word) => own.has(word)) && !not.some((word) => own.has(word)))
      found.set(meaning, Math.max(found.get(meaning) ?? 0, isWhole ? score : score * UNKNOWN_WORDS));
  const exact = fieldOfHeader(text);
  if (exact !== null) found.set(exact.field, Math.max(found.get(exact.field) ?? 0, EXACT));
  return found;
});

const EXACT = 0.9;
/** A heading that also has other words is less certain. */
const UNKNOWN_WORDS = 0.8;

export const isHeading = (text: string): boolean =>
  headingWords(text).isWhole && [...headingMeanings(text).values()].some((score) => score >= 0.4);
