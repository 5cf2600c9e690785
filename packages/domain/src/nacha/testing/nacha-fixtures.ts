import { secCodeOf, transactionCodeOf } from '../ach-codes.ts';
import { addendaLayoutOf } from '../addenda-layouts.ts';
import type { ControlTotals } from '../nacha-control-totals.ts';
import type { NachaEntry } from '../nacha-entry.ts';
import {
  ADV_BATCH_CONTROL,
  ADV_FILE_CONTROL,
  BATCH_CONTROL,
  BATCH_HEADER,
  ENTRY_LAYOUTS,
  FILE_CONTROL,
  FILE_HEADER,
  fieldOf,
  IAT_BATCH_HEADER,
  type Layout,
} from '../nacha-layouts.ts';
import type { NachaProblem } from '../nacha-problems.ts';
import { type NachaItem, NachaReader } from '../nacha-reader.ts';

/**
 * A 94-column record: digits are padded with zeros on the left, text with spaces on the right, missing fields are
 * empty.
 */
export function renderRecord(layout: Layout, values: Readonly<Record<string, string>>): string {
  for (const name of Object.keys(values)) fieldOf(layout, name);
  return layout.fields
    .map(({ name, from, to, kind }) => {
      const width = to - from + 1;
      const value = values[name] ?? '';
      if (value.length > width) throw new RangeError(`${name} has ${width} columns`);
      return kind === 'digits' || kind === 'flag' ? value.padStart(width, '0') : value.padEnd(width);
    })
    .join('');
}

export interface TestEntry {
  /** Fields of the entry layout; missing ones get plausible values. */
  fields?: Record<string, string>;
  /** Addenda records, whole. */
  addenda?: readonly string[];
}

export interface TestBatch {
  sec: string;
  header?: Record<string, string>;
  entries: readonly TestEntry[];
}

/** Routing number of the receiving institution. */
export const RDFI = '091000019';
const ODFI = '12104288';

/**
 * The records of a file with these batches, with correct numbers and totals, without filler records.
 * The sums are computed independently of the reader.
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
      ...(layout.fields.some(({ name }) => name === 'addendaCount') ? { addendaCount: String(addenda.length) } : {}),
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

/** Only the last ten digits of the entry hash are kept. */
function sumOf(all: readonly ControlTotals[]): ControlTotals {
  const sum = (of: (totals: ControlTotals) => number): number => all.reduce((total, totals) => total + of(totals), 0);
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

/** An addenda record of this type with these layout fields. */
export function anAddenda(type: string, values: Record<string, string>): string {
  const code = values['reasonCode'] ?? values['refusedCode'] ?? values['changeCode'] ?? '';
  const layout = addendaLayoutOf(`7${type}${code}`, { isIat: false });
  if (layout === null) throw new Error(`no addenda ${type}`);
  return renderRecord(layout, { recordType: '7', addendaType: type, ...values });
}

export interface ReadFile {
  items: NachaItem[];
  entries: NachaEntry[];
  problems: NachaProblem[];
}

/** Reads a whole file in chunks of this many bytes. */
export function readNacha(file: string | readonly string[] | Buffer, pieceBytes = 64 * 1024): ReadFile {
  const text = typeof file === 'string' || Buffer.isBuffer(file) ? file : `${file.join('\n')}\n`;
  const bytes = Buffer.isBuffer(text) ? text : Buffer.from(text, 'latin1');
  const reader = new NachaReader();
  const items: NachaItem[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) items.push(...reader.push(bytes.subarray(at, at + pieceBytes)));
  items.push(...reader.end());
  return {
    items,
    entries: items.filter((item) => item.type === 'entry'),
    problems: [...reader.problems.errors, ...reader.problems.warnings],
  };
}

export function onlyEntry(file: string | readonly string[]): NachaEntry {
  const { entries } = readNacha(file);
  const [entry] = entries;
  if (entry === undefined || entries.length > 1) throw new Error(`there are ${entries.length} entries`);
  return entry;
}

/** A credit, and a debit of $9.99. */
export const PAYROLL_BATCH: TestBatch = {
  sec: 'PPD',
  entries: [{}, { fields: { transactionCode: '27', amount: '999' } }],
};

export const PURCHASE_BATCH: TestBatch = {
  sec: 'WEB',
  header: { companyName: 'ACME STORE' },
  entries: [{ fields: { transactionCode: '27' } }],
};
