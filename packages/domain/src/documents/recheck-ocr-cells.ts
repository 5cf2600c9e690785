import type { CsvField } from '@clearwatch/contracts/csv-mapping';
import { AMOUNT_FIELDS, fieldOfHeader } from '../csv/csv-column-meanings.ts';
import { stripSpecks } from './document-words.ts';
import type { Cell } from './extracted-table.ts';
import { AGREED_CONFIDENCE, GUESS_CONFIDENCE, restoreInitials } from './merge-ocr-readings.ts';

export interface CellReading {
  text: string;
  confidence: number;
}

const MIN_AGREEING_READINGS = 2;

/** For comparison: without specks, and with lone strokes in names read as initials. */
export const normalizeReading = ({ text, confidence }: CellReading, label: string): CellReading => ({
  text: stripSpecks(restoreInitials(text, label)),
  confidence,
});

/**
 * Settles a cell if the confident looks agree with one of its readings, if several looks of any confidence agree with
 * the reading that has the most words, or if all looks are confident and agree on more words than its only reading.
 * A look that has fewer words than a reading does not contradict it, because OCR loses lone initials. If looks
 * contradict each other, the cell stays open.
 * @param looks further readings of the cell at other sizes, normalized
 */
export function resolveCell(cell: Cell, looks: readonly CellReading[]): Cell {
  const candidates = [cell.text, ...(cell.alternatives ?? [])];
  const sure = looks.filter(
    ({ text, confidence }) =>
      confidence >= GUESS_CONFIDENCE && !candidates.some((other) => containsMoreWords(other, text)),
  );
  const texts = new Set(sure.map(({ text }) => text));
  const [agreed] = texts;
  if (agreed !== undefined && texts.size === 1) {
    const isMore =
      candidates.length === 1 &&
      sure.length >= MIN_AGREEING_READINGS &&
      looks.length === sure.length &&
      containsMoreWords(agreed, cell.text);
    if (candidates.includes(agreed) || isMore)
      return { text: agreed, confidence: AGREED_CONFIDENCE, place: cell.place };
  }
  const fullest = candidates.find((text) =>
    candidates.every((other) => other === text || containsMoreWords(text, other)),
  );
  const backing = looks.filter(({ text }) => text === fullest);
  const isBacked =
    fullest !== undefined &&
    backing.length >= MIN_AGREEING_READINGS &&
    looks.every(({ text }) => text === fullest || (candidates.length > 1 && containsMoreWords(fullest, text)));
  return isBacked ? { text: fullest, confidence: AGREED_CONFIDENCE, place: cell.place } : cell;
}

/** Whether `one` has all words of `other` in order, plus further words made of letters. */
export function containsMoreWords(one: string, other: string): boolean {
  const words = other.split(' ');
  const added = one.split(' ').filter((word) => {
    if (word !== words[0]) return true;
    words.shift();
    return false;
  });
  return words.length === 0 && added.length > 0 && added.every((word) => /^\p{L}+\.?$/u.test(word));
}

const NUMBER_LABELS: ReadonlySet<CsvField> = new Set([...AMOUNT_FIELDS, 'accountNumber', 'originalAccount']);
const NAME_LABELS: ReadonlySet<CsvField> = new Set(['fullName', 'firstName', 'lastName', 'company']);

/** OCR confuses these characters at every size: 0 and O; 1, I and l; 3, 8 and B; 5 and S. */
const CONFUSABLE_CHARACTERS = /[013580OIlSB|$]/;
/** A Roman numeral suffix (II, III) or a middle initial I. */
const STROKE_WORD = /(?:^|\s)[I1l|!]+(?=$|[\s,.])/;
/** Two or more strokes that are not all read as I. */
const ROMAN_SUFFIX = /(?:^|\s)(?!I+(?:$|[\s,.]))[I1l|!]{2,}(?=$|[\s,.])/;

/** Whether the text contains characters that one OCR program misreads at every size. */
export function needsSecondReader(text: string, label: string): boolean {
  const field = fieldOfHeader(label)?.field;
  if (field === undefined) return false;
  return (
    (NUMBER_LABELS.has(field) && CONFUSABLE_CHARACTERS.test(text)) || (NAME_LABELS.has(field) && STROKE_WORD.test(text))
  );
}

/** Whether another OCR program agrees: on the stroke words in a name, otherwise on every character. */
export function isConfirmedBySecondReader(text: string, witness: string, label: string): boolean {
  const field = fieldOfHeader(label)?.field;
  if (field === undefined) return false;
  // Strokes that look like a suffix remain uncertain.
  if (NAME_LABELS.has(field)) return !ROMAN_SUFFIX.test(text) && strokesIn(text) === strokesIn(witness);
  const agreed = text.trim().startsWith('$') ? plain(witness).replace(/^[$S]/, '') : plain(witness);
  const figures = plain(text).replace(/^\$/, '');
  // The other program drops periods and commas; the position of the cents is certain.
  const hasStops = AMOUNT_FIELDS.has(field) || figures.includes('.');
  return hasStops ? withoutStops(figures) === withoutStops(agreed) : figures === agreed;
}

/** Lengths of the stroke words, because the other program reads strokes as l or 1. */
const strokesIn = (text: string): string =>
  [...text.matchAll(/(?:^|\s)([I1l|!]+)(?=$|[\s,.])/g)].map(([, strokes = '']) => strokes.length).join(' ');

const withoutStops = (text: string): string => text.replaceAll(/[.,]/g, '');

const plain = (text: string): string => stripSpecks(text).replaceAll(/\s+/g, '');
