import type { CsvField } from '@clearwatch/contracts/csv-mapping';
import { fieldOfHeader } from '../csv/csv-column-meanings.ts';
import { stripSpecks } from './document-words.ts';
import type { Cell } from './extracted-table.ts';
import { AGREED_CONFIDENCE, GUESS_CONFIDENCE, restoreInitials } from './merge-ocr-readings.ts';

/** What a closer look at one cell says. */
export interface CellReading {
  text: string;
  confidence: number;
}

/** So many looks must say the same when none of them is backed by a sure reading. */
const MIN_AGREEING_READINGS = 2;

/** As it is compared: without specks, and with a lone stroke in a name as what it is. */
export const normalizeReading = ({ text, confidence }: CellReading, label: string): CellReading => ({
  text: stripSpecks(restoreInitials(text, label)),
  confidence,
});

/**
 * What closer looks at a cell that two readings leave open decide. Each needs two witnesses at least:
 * - a look that is no guess and agrees with a reading. But the shorter of two texts never stands against one that has a word more:
 *   readers lose a lone initial, they do not make one up;
 * - looks at several sizes that are all unsure, when they and both readings say the same, or the one reading that has a word more:
 *   who is confident of nothing and yet says one thing of three or four different pictures of the dots is not guessing;
 * - looks at several sizes that are sure and agree on a word more than both readings have (which had left ink unread).
 * Any sure look that says otherwise leaves the cell open.
 * @param looks as they are compared
 */
export function resolveCell(cell: Cell, looks: readonly CellReading[]): Cell {
  const candidates = [cell.text, ...(cell.alternatives ?? [])];
  const sure = looks.filter(
    ({ text, confidence }) =>
      confidence >= GUESS_CONFIDENCE && !candidates.some((other) => containsMoreWords(other, text)),
  );
  const texts = new Set(sure.map(({ text }) => text));
  const [said] = texts;
  if (said !== undefined && texts.size === 1) {
    const isMore =
      candidates.length === 1 &&
      sure.length >= MIN_AGREEING_READINGS &&
      looks.length === sure.length &&
      containsMoreWords(said, cell.text);
    if (candidates.includes(said) || isMore)
      return { text: said, confidence: AGREED_CONFIDENCE, place: cell.place };
  }
  const fullest = candidates.find((text) =>
    candidates.every((other) => other === text || containsMoreWords(text, other)),
  );
  const backing = looks.filter(({ text }) => text === fullest);
  const isBacked =
    fullest !== undefined &&
    backing.length >= MIN_AGREEING_READINGS &&
    looks.every(
      ({ text }) => text === fullest || (candidates.length > 1 && containsMoreWords(fullest, text)),
    );
  return isBacked ? { text: fullest, confidence: AGREED_CONFIDENCE, place: cell.place } : cell;
}

/** Whether the one text has the words of the other in their order, and further ones of letters among them. */
export function containsMoreWords(one: string, other: string): boolean {
  const words = other.split(' ');
  const further = one.split(' ').filter((word) => {
    if (word !== words[0]) return true;
    words.shift();
    return false;
  });
  return words.length === 0 && further.length > 0 && further.every((word) => /^\p{L}+\.?$/u.test(word));
}

const MONEY_LABELS: ReadonlySet<CsvField> = new Set(['amount', 'debitAmount', 'creditAmount']);
const NUMBER_LABELS: ReadonlySet<CsvField> = new Set([...MONEY_LABELS, 'accountNumber', 'originalAccount']);
const NAME_LABELS: ReadonlySet<CsvField> = new Set(['fullName', 'firstName', 'lastName', 'company']);

/** Signs that a reader of pictures takes for one another at every size alike: 0 and O, 1, I and l, 3, 8 and B, 5 and S. */
const CONFUSABLE_CHARACTERS = /[013580OIlSB|$]/;
/** A word of upright strokes alone: a Roman suffix, II or III, or a middle initial I. */
const STROKE_WORD = /(?:^|\s)[I1l|!]+(?=$|[\s,.])/;
/** Of two or more of them, only those that were read as I are a suffix. */
const ROMAN_SUFFIX = /(?:^|\s)(?!I+(?:$|[\s,.]))[I1l|!]{2,}(?=$|[\s,.])/;

/**
 * Whether readings by one program are not enough for a cell of a picture, however often it looks: its signs are taken for others at
 * every size alike.
 * @param label of the column
 */
export function needsSecondReader(text: string, label: string): boolean {
  const field = fieldOfHeader(label)?.field;
  if (field === undefined) return false;
  return (
    (NUMBER_LABELS.has(field) && CONFUSABLE_CHARACTERS.test(text)) ||
    (NAME_LABELS.has(field) && STROKE_WORD.test(text))
  );
}

/** Whether a reading by another program says the same: of a name, which words of strokes it has; else each sign. */
export function isConfirmedBySecondReader(text: string, witness: string, label: string): boolean {
  const field = fieldOfHeader(label)?.field;
  if (field === undefined) return false;
  // What is not read as I throughout may be a suffix or not.
  if (NAME_LABELS.has(field)) return !ROMAN_SUFFIX.test(text) && strokesIn(text) === strokesIn(witness);
  const said = text.trim().startsWith('$') ? plain(witness).replace(/^[$S]/, '') : plain(witness);
  const figures = plain(text).replace(/^\$/, '');
  // The other program loses stops and commas. Where the cents begin is not in question.
  return MONEY_LABELS.has(field) ? withoutStops(figures) === withoutStops(said) : figures === said;
}

/** How many strokes each word of strokes has: the other program reads them as l or 1. */
const strokesIn = (text: string): string =>
  [...text.matchAll(/(?:^|\s)([I1l|!]+)(?=$|[\s,.])/g)].map(([, strokes = '']) => strokes.length).join(' ');

const withoutStops = (text: string): string => text.replaceAll(/[.,]/g, '');

const plain = (text: string): string => stripSpecks(text).replaceAll(/\s+/g, '');
