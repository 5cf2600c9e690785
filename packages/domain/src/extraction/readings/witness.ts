import type { CsvField } from '@clearwatch/contracts/csv/csv-fields';
import { fieldOfHeader } from '../../csv/guess/field-synonyms.ts';
import { withoutSpecks } from '../layout/specks.ts';

const MONEY: ReadonlySet<CsvField> = new Set(['amount', 'debitAmount', 'creditAmount']);
const NUMBERS: ReadonlySet<CsvField> = new Set([...MONEY, 'accountNumber', 'originalAccount']);
const NAMES: ReadonlySet<CsvField> = new Set(['fullName', 'firstName', 'lastName', 'company']);

/** Signs that a reader of pictures takes for one another at every size alike: 0 and O, 1, I and l, 3, 8 and B, 5 and S. */
const ALIKE = /[013580OIlSB|$]/;
/** A word of upright strokes alone: a Roman suffix, II or III, or a middle initial I. */
const STROKES = /(?:^|\s)[I1l|!]+(?=$|[\s,.])/;
/** Of two or more of them, only those that were read as I are a suffix. */
const SUFFIX = /(?:^|\s)(?!I+(?:$|[\s,.]))[I1l|!]{2,}(?=$|[\s,.])/;

/**
 * Whether readings by one program are not enough for a cell of a picture, however often it looks: its signs are taken for others at
 * every size alike.
 * @param label of the column
 */
export function needsWitness(text: string, label: string): boolean {
  const field = fieldOfHeader(label)?.field;
  if (field === undefined) return false;
  return (NUMBERS.has(field) && ALIKE.test(text)) || (NAMES.has(field) && STROKES.test(text));
}

/** Whether a reading by another program says the same: of a name, which words of strokes it has; else each sign. */
export function isWitnessed(text: string, witness: string, label: string): boolean {
  const field = fieldOfHeader(label)?.field;
  if (field === undefined) return false;
  // What is not read as I throughout may be a suffix or not.
  if (NAMES.has(field)) return !SUFFIX.test(text) && strokesIn(text) === strokesIn(witness);
  const said = text.trim().startsWith('$') ? plain(witness).replace(/^[$S]/, '') : plain(witness);
  const figures = plain(text).replace(/^\$/, '');
  // The other program loses stops and commas. Where the cents begin is not in question.
  return MONEY.has(field) ? withoutStops(figures) === withoutStops(said) : figures === said;
}

/** How many strokes each word of strokes has: the other program reads them as l or 1. */
const strokesIn = (text: string): string =>
  [...text.matchAll(/(?:^|\s)([I1l|!]+)(?=$|[\s,.])/g)].map(([, strokes = '']) => strokes.length).join(' ');

const withoutStops = (text: string): string => text.replaceAll(/[.,]/g, '');

const plain = (text: string): string => withoutSpecks(text).replaceAll(/\s+/g, '');
