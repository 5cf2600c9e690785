import type { SampleEntry } from '../ledger/sample-entry.ts';
import {
  INSTITUTION_NAME,
  INSTITUTION_ROUTING,
  OPERATOR_NAME,
  OPERATOR_ROUTING,
} from '../world/institution.ts';
import { batchKey, batchRecords } from './batch-records.ts';
import { digits, record, text } from './columns.ts';
import { addTotals, noTotals, type Totals, totalsText } from './totals.ts';

const RECORDS_PER_BLOCK = 10;
const FILL = '9'.repeat(94);

/** The file that the operator delivers for one day: header, batches, control, filled up to whole blocks. */
export function fileRecords(day: string, entries: readonly SampleEntry[]): string[] {
  const batches = Map.groupBy(entries, batchKey);
  const totals = noTotals();
  const lines = [header(day)];
  let number = 0;
  for (const key of [...batches.keys()].toSorted()) {
    number += 1;
    const batch = batchRecords(batches.get(key) ?? [], number);
    for (const line of batch.lines) lines.push(line);
    addTotals(totals, batch.totals);
  }
  const blocks = Math.ceil((lines.length + 1) / RECORDS_PER_BLOCK);
  lines.push(control(totals, batches.size, blocks));
  while (lines.length % RECORDS_PER_BLOCK !== 0) lines.push(FILL);
  return lines;
}

function header(day: string): string {
  return record(
    '101',
    ` ${INSTITUTION_ROUTING}`,
    ` ${OPERATOR_ROUTING}`,
    day.slice(2).replaceAll('-', ''),
    '0230',
    'A',
    '094101',
    text(INSTITUTION_NAME, 23),
    text(OPERATOR_NAME, 23),
    text('', 8),
  );
}

function control(totals: Totals, batches: number, blocks: number): string {
  return record('9', digits(batches, 6), digits(blocks, 6), totalsText(totals, 8), text('', 39));
}
