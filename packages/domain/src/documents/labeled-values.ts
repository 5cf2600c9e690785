import { type ColumnMeaning, headingMeanings, headingWords } from '../csv/heading-words.ts';
import { type CellKind, isOfKind } from './column-contents.ts';
import { type Line, phrasesOf, textOf, type Word } from './document-words.ts';

export interface LabeledWords {
  /** '' for a text without a label. */
  label: string;
  words: readonly Word[];
}

const MAX_LABEL_WORDS = 5;
const MIN_LABEL_SCORE = 0.4;

/** A label is known by its words, such as "CO ENTRY DESCR" or "Settlement Date:". */
export const isLabel = (text: string): boolean =>
  headingWords(text).isWhole && [...headingMeanings(text).values()].some((score) => score >= MIN_LABEL_SCORE);

const isHeadingText = (text: string): boolean => headingWords(text).isWhole && headingMeanings(text).size > 0;

const MIN_PLAIN_LABEL_SCORE = 0.8;
/** Such words are also parts of names. */
const NO_LABELS: ReadonlySet<string> = new Set([
  'status',
  'fee',
  'sequence',
  'balance',
  'suffix',
  'firstName',
  'lastName',
]);
/** Before an amount or a direction, these are labels; "CREDIT ONE" is a company. */
const VALUE_OF: Partial<Record<ColumnMeaning, CellKind>> = {
  amount: 'money',
  debitAmount: 'money',
  creditAmount: 'money',
  transactionType: 'direction',
};

/** Without a colon, only words that are rarely part of a name are a label. "STATE TREASURY" is a company. */
function isPlainLabel(words: readonly Word[], length: number): boolean {
  const text = textOf(words.slice(0, length));
  const value = words[length]?.text;
  // In "Direction Credit", the second word is the value.
  if (length > 1 && isOfKind(words[length - 1]?.text ?? '', 'direction') && isPlainLabel(words, length - 1))
    return false;
  return (
    headingWords(text).isWhole &&
    [...headingMeanings(text)].some(([meaning, score]) => {
      const kind = VALUE_OF[meaning];
      const isFollowed = kind === undefined || value === undefined || isOfKind(value, kind);
      return score >= MIN_PLAIN_LABEL_SCORE && !NO_LABELS.has(meaning) && isFollowed;
    })
  );
}

const MIN_LABELED_SHARE = 0.3;

/** How often each text is the longest label at the beginning of a phrase; -1 for a text that is one too rarely. */
export function countLabels(lines: readonly Line[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines)
    for (const phrase of phrasesOf(line.words, line.verticals)) {
      const [length = 0] = plainLabelLengths(phrase);
      const label = textOf(phrase.slice(0, length));
      counts.set(label, (counts.get(label) ?? 0) + 1);
    }
  // Of many headings, "MEMBER BENEFITS" begins like a label only once.
  return new Map([...counts].map(([text, count]) => [text, count < MIN_LABELED_SHARE * lines.length ? -1 : count]));
}

/** From the longest to the shortest. */
const plainLabelLengths = (words: readonly Word[]): number[] =>
  Array.from({ length: Math.min(MAX_LABEL_WORDS, words.length) }, (_, index) => index + 1)
    .filter((length) => isPlainLabel(words, length))
    .toReversed();

/**
 * Labels and values on a line: "COMPANY: ACME  CLASS: PPD", "ORIG ACME  SEC PPD". Without a colon, a label is at the
 * beginning of a phrase. Texts without a label come with an empty one. `counts`: from `countLabels`, because in
 * "ORIG CO CREDIT ONE" only the first two words are the label.
 */
export function labeledWordsOf(line: Line, counts: ReadonlyMap<string, number> = new Map()): LabeledWords[] {
  const found: { label: string; words: Word[] }[] = [];
  for (const phrase of phrasesOf(line.words, line.verticals).flatMap(splitAtSlashes).flatMap(splitAtDates)) {
    // "Direction  Credit": a word that is also a heading is the value of an empty label.
    const [word] = phrase;
    const open = found.at(-1);
    if (word !== undefined && phrase.length === 1 && open?.words.length === 0 && isOfKind(word.text, 'direction')) {
      open.words.push(word);
      continue;
    }
    let rest = phrase;
    let isFirst = true;
    while (rest.length > 0) {
      const colon = rest.findIndex(({ text }) => text.endsWith(':'));
      const length = isFirst ? labelLength(rest, { colon, counts }) : colon + 1;
      const start = length > 0 || colon === -1 ? 0 : labelStart(rest, colon);
      if (start > 0) {
        addValue(found, rest.slice(0, start), isFirst);
        rest = rest.slice(start);
        isFirst = false;
        continue;
      }
      const label = rest.slice(0, length);
      const next = rest.slice(length).findIndex(({ text }) => text.endsWith(':'));
      const end = next === -1 ? rest.length : labelStart(rest, next + length);
      if (label.length > 0) found.push({ label: withoutColon(textOf(label)), words: [] });
      const value = rest.slice(length, Math.max(length, end));
      const [own, other] = splitNumber(value);
      if (own.length > 0) addValue(found, own, isFirst && label.length === 0);
      if (other.length > 0) found.push({ label: '', words: [...other] });
      const isStuck = label.length === 0 && value.length === 0;
      rest = isStuck ? [] : rest.slice(Math.max(length, end));
      isFirst = false;
    }
  }
  return found;
}

/** "ACME / batch 0001341 / entry date 20260711", but not "ACME / 1123456789". */
function splitAtSlashes(phrase: readonly Word[]): (readonly Word[])[] {
  const at = phrase.findIndex(({ text }, index) => text === '/' && !/^\d+$/.test(phrase[index + 1]?.text ?? ''));
  if (at === -1) return [phrase];
  return [phrase.slice(0, at), ...splitAtSlashes(phrase.slice(at + 1))].filter(({ length }) => length > 0);
}

/** "TREAS 310 Settlement 05/22/2026": a label before a date begins a value of its own. */
function splitAtDates(phrase: readonly Word[]): (readonly Word[])[] {
  const date = phrase.findIndex(({ text }, index) => index > 1 && isOfKind(text, 'date'));
  if (date === -1 || phrase.some(({ text }) => text.endsWith(':'))) return [phrase];
  const start = [date - 2, date - 1].find((from) => from > 0 && isDateLabel(textOf(phrase.slice(from, date))));
  return start === undefined ? [phrase] : [phrase.slice(0, start), phrase.slice(start)];
}

const isDateLabel = (text: string): boolean =>
  headingWords(text).isWhole &&
  [...headingMeanings(text)].some(([meaning, score]) => meaning.endsWith('Date') && score >= MIN_PLAIN_LABEL_SCORE);

const withoutColon = (text: string): string => text.replace(/\s*:$/, '');

/** A text directly after a label is its value; one that stands apart from a finished value has no label. */
function addValue(found: { label: string; words: Word[] }[], words: readonly Word[], isApart: boolean): void {
  const last = found.at(-1);
  if (last !== undefined && (!isApart || last.words.length === 0)) last.words.push(...words);
  else found.push({ label: '', words: [...words] });
}

/** The number of words at the beginning that are a label; 0 when they are none. */
function labelLength(
  words: readonly Word[],
  { colon, counts }: { colon: number; counts: ReadonlyMap<string, number> },
): number {
  if (colon >= 0 && colon < MAX_LABEL_WORDS) return colon + 1;
  const number = words.findIndex(({ text }) => isOfKind(text, 'number'));
  // "Share Draft 0000776919" is a label before a number.
  if (number > 0 && number === words.length - 1 && isHeadingText(textOf(words.slice(0, number)))) return number;
  const countOf = (length: number): number => counts.get(textOf(words.slice(0, length))) ?? 0;
  if (counts.size === 0) return plainLabelLengths(words)[0] ?? 0;
  const lengths = plainLabelLengths(words).filter((length) => countOf(length) >= 0);
  const most = Math.max(...lengths.map(countOf));
  return lengths.findLast((length) => countOf(length) === most) ?? 0;
}

/** Where the label that ends with the colon begins: its longest known words, or the word with the colon. */
function labelStart(words: readonly Word[], colon: number): number {
  for (let start = Math.max(0, colon - MAX_LABEL_WORDS + 1); start < colon; start += 1)
    if (isLabel(withoutColon(textOf(words.slice(start, colon + 1))))) return start;
  return isLabel(withoutColon(textOf(words.slice(colon, colon + 1)))) ? colon : words.length;
}

/** "0001418062 THORNQUIST, JORAH F": an account number and the text that belongs to it. */
function splitNumber(words: readonly Word[]): [readonly Word[], readonly Word[]] {
  const [first, ...others] = words;
  const isNumber = first !== undefined && isOfKind(first.text, 'number');
  const isText = others.length > 0 && others.every(({ text }) => !/\d/.test(text));
  return isNumber && isText ? [[first], others] : [words, []];
}
