import { secCodeOf } from '../codes/sec-codes.ts';
import { transactionCodeOf } from '../codes/transaction-codes.ts';
import {
  ADV_BATCH_CONTROL,
  BATCH_CONTROL,
  BATCH_HEADER,
  IAT_BATCH_HEADER,
} from '../layouts/batch-layouts.ts';
import { ENTRY_LAYOUTS } from '../layouts/entry-layouts.ts';
import { ADV_FILE_CONTROL, FILE_CONTROL, FILE_HEADER } from '../layouts/file-layouts.ts';
import type { ControlTotals } from '../totals/control-totals.ts';
import { renderRecord } from './render-record.ts';

export interface TestEntry {
  /** Fields of the entry's layout; what is missing is plausible. */
  fields?: Record<string, string>;
  /** Addenda records, whole. */
  addenda?: readonly string[];
}

export interface TestBatch {
  sec: string;
  header?: Record<string, string>;
  entries: readonly TestEntry[];
}

/** Routing number of the institution that receives. */
export const RDFI = '091000019';
const ODFI = '12104288';

/**
 * The records of a file with these batches, numbered and totalled as it ought to be, without the fill.
 * Sums are made here once more, from what the entries were meant to say, on purpose.
 */
export function aNachaFile(batches: readonly TestBatch[], header: Record<string, string> = {}): string[] {
  const isAdv = batches.some(({ sec }) => sec === 'ADV');
  const counted: ControlTotals[] = [];
  const records = [
    renderRecord(FILE_HEADER, {
      recordType: '1',
      priorityCode: '01',
      immediateDestination: ` ${RDFI}`,
      immediateOrigin: ' 121042882',
      fileCreationDate: '260302',
      fileCreationTime: '0815',
      fileIdModifier: 'A',
      recordSize: '094',
      blockingFactor: '10',
      formatCode: '1',
      ...header,
    }),
  ];
  for (const [index, batch] of batches.entries()) {
    const { lines, totals } = batchRecords(batch, index + 1);
    records.push(...lines);
    counted.push(totals);
  }
  const blocks = Math.ceil((records.length + 1) / 10);
  records.push(
    renderRecord(isAdv ? ADV_FILE_CONTROL : FILE_CONTROL, {
      recordType: '9',
      batchCount: String(batches.length),
      blockCount: String(blocks),
      ...inText(sumOf(counted)),
    }),
  );
  return records;
}

function batchRecords(batch: TestBatch, number: number): { lines: string[]; totals: ControlTotals } {
  const { sec, header = {}, entries } = batch;
  const family = secCodeOf(sec)?.family ?? 'default';
  const counted: ControlTotals[] = [];
  const batchNumber = String(number);
  const isIat = family === 'iat' || header['iatIndicator'] !== undefined;
  const lines = [
    renderRecord(isIat ? IAT_BATCH_HEADER : BATCH_HEADER, {
      recordType: '5',
      serviceClass: sec === 'ADV' ? '280' : '200',
      ...(isIat ? {} : { companyName: 'ACME PAYROLL' }),
      companyIdentification: '1234567890',
      secCode: sec,
      entryDescription: 'PAYROLL',
      effectiveEntryDate: '260303',
      settlementDate: '062',
      originatorStatus: '1',
      originatingDfi: ODFI,
      batchNumber,
      ...header,
    }),
  ];
  for (const [index, { fields = {}, addenda = [] }] of entries.entries()) {
    const layout = ENTRY_LAYOUTS[isIat ? 'iat' : family];
    const values: Record<string, string> = {
      recordType: '6',
      transactionCode: sec === 'ADV' ? '81' : '22',
      receivingDfi: RDFI.slice(0, 8),
      checkDigit: RDFI.slice(8),
      account: '100000017',
      amount: '125000',
      addendaIndicator: addenda.length > 0 ? '1' : '0',
      traceNumber: `${ODFI}${String(index + 1).padStart(7, '0')}`,
      ...(layout.fields.some(({ name }) => name === 'addendaCount')
        ? { addendaCount: String(addenda.length) }
        : {}),
      ...fields,
    };
    lines.push(renderRecord(layout, values), ...addenda);
    const direction = transactionCodeOf(values['transactionCode'] ?? '')?.direction;
    counted.push({
      entryAddendaCount: 1 + addenda.length,
      entryHash: Number(values['receivingDfi']),
      debitCents: direction === 'Debit' ? Number(values['amount']) : 0,
      creditCents: direction === 'Credit' ? Number(values['amount']) : 0,
    });
  }
  const totals = sumOf(counted);
  lines.push(
    renderRecord(sec === 'ADV' ? ADV_BATCH_CONTROL : BATCH_CONTROL, {
      recordType: '8',
      serviceClass: sec === 'ADV' ? '280' : '200',
      ...inText(totals),
      ...(sec === 'ADV' ? {} : { companyIdentification: '1234567890' }),
      originatingDfi: ODFI,
      batchNumber,
    }),
  );
  return { lines, totals };
}

/** Of the sum of routing numbers the last ten digits are kept. */
function sumOf(all: readonly ControlTotals[]): ControlTotals {
  const sum = (of: (totals: ControlTotals) => number): number =>
    all.reduce((total, totals) => total + of(totals), 0);
  return {
    entryAddendaCount: sum(({ entryAddendaCount }) => entryAddendaCount),
    entryHash: Number(String(sum(({ entryHash }) => entryHash)).slice(-10)),
    debitCents: sum(({ debitCents }) => debitCents),
    creditCents: sum(({ creditCents }) => creditCents),
  };
}

function inText(totals: ControlTotals): Record<string, string> {
  return Object.fromEntries(Object.entries(totals).map(([name, value]) => [name, String(value)]));
}
