import type { CsvField } from '@clearwatch/contracts/csv/csv-fields';
import type { CsvMapping } from '@clearwatch/contracts/http/csv-mapping';
import type { Doubt } from '../document-row.ts';
import type { TableRow } from '../layout/extracted-table.ts';

/** Numbers that look alike throughout: one that does not was probably misread ("44S1"). */
const ALIKE: readonly CsvField[] = ['accountNumber', 'originalAccount', 'routingNumber', 'checkTracerNumber'];
/** Only read from images: print does not mistake letters for digits. */
const IS_IMAGE = 1;
/** So many of a column's values have one form before another form is odd. */
const MOST = 0.7;

/** Of each row, cells that look unlike the others of their column. */
export function doubtsOfColumns(rows: readonly TableRow[], { columns }: CsvMapping): Doubt[][] {
  const doubts = rows.map((): Doubt[] => []);
  const isRead = rows.some(({ cells }) => cells.some(({ confidence }) => confidence < IS_IMAGE));
  if (!isRead) return doubts;
  for (const { column, field } of columns) {
    const isNumber = ALIKE.includes(field);
    if (!isNumber && field !== 'fullName') continue;
    const forms = rows.map(({ cells }) => (isNumber ? formOf : orderOf)(cells[column]?.text ?? ''));
    const usual = commonest(forms);
    if (usual === null) continue;
    const reason = `it looks unlike the other ${isNumber ? 'numbers' : 'names'} of its column`;
    for (const [index, form] of forms.entries()) if (form !== usual) doubts[index]?.push({ column, reason });
  }
  return doubts;
}

/** "44S1-00" has the form "99A9-99". */
const formOf = (text: string): string => text.replaceAll(/\d/g, '9').replaceAll(/\p{L}/gu, 'A');

/** Last name first or first name first: a comma that was read as a stop turns a name round. */
const orderOf = (name: string): string => (name.includes(',') ? 'LAST, FIRST' : 'FIRST LAST');

function commonest(forms: readonly string[]): string | null {
  const counts = new Map<string, number>();
  for (const form of forms) counts.set(form, (counts.get(form) ?? 0) + 1);
  const [best] = [...counts].toSorted(([, one], [, other]) => other - one);
  return best !== undefined && best[1] / forms.length >= MOST ? best[0] : null;
}
