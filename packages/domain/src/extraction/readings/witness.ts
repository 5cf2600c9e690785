import type { CsvField } from '@clearwatch/contracts/csv/csv-fields';
import { fieldOfHeader } from '../../csv/guess/field-synonyms.ts';
import { withoutSpecks } from '../layout/specks.ts';
import { withInitials } from './lone-strokes.ts';

const NUMBERS: ReadonlySet<CsvField> = new Set([
  'accountNumber',
  'originalAccount',
  'amount',
  'debitAmount',
  'creditAmount',
]);
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

/** Whether a reading by another program says the same. */
export function isWitnessed(text: string, witness: string, label: string): boolean {
  const field = fieldOfHeader(label)?.field;
  if (field !== undefined && NAMES.has(field)) {
    // What neither has read as I may be a suffix or not.
    if (SUFFIX.test(text)) return false;
    return plain(withInitials(text, label)) === plain(withInitials(strokesRead(witness), label));
  }
  return (
    plain(text).replace(/^\$/, '') ===
    plain(witness).replace(text.trim().startsWith('$') ? /^[$S]/ : /^\$/, '')
  );
}

/** An older program reads upright strokes as l or 1; it matters how many it sees. */
const strokesRead = (text: string): string =>
  text.replaceAll(/(?<=^|\s)[I1l|!]+(?=$|[\s,.])/g, (strokes) => 'I'.repeat(strokes.length));

const plain = (text: string): string => withoutSpecks(text).replaceAll(/\s+/g, '');
