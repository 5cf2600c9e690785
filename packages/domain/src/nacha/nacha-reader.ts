import type { Day } from '../calendar/day.ts';
import { ImportFileError } from '../ledger/import-file-error.ts';
import { numberInColumns } from './ach-codes.ts';
import { batchWithoutHeader, type NachaBatch, readBatchHeader } from './nacha-batch.ts';
import {
  addEntryHash,
  addTotals,
  type BatchReceipt,
  type ControlTotals,
  type FileReceipt,
  NO_TOTALS,
  numberInField,
  readControl,
  UNREAD_CONTROL,
} from './nacha-control-totals.ts';
import { type NachaEntry, type RejectedRecord, readEntry } from './nacha-entry.ts';
import {
  ADV_BATCH_CONTROL,
  ADV_FILE_CONTROL,
  BATCH_CONTROL,
  BATCH_HEADER,
  FILE_CONTROL,
  FILE_HEADER,
  fieldOf,
} from './nacha-layouts.ts';
import {
  fieldProblemsOf,
  type NachaProblem,
  ProblemList,
  type ProblemPosition,
  problemAt,
  WHOLE_RECORD,
} from './nacha-problems.ts';
import { columns, type NachaRecord, parseNachaDate } from './nacha-record.ts';
import { RecordSplitter } from './nacha-record-splitter.ts';

/** Priority code 01 and a 9- or 10-digit destination, or the fixed columns 35–40, because some programs write 00. */
const BEGINS_FILE = /^1(?:01[ \d]\d{9}|\d{2}.{31}094101)/;
/** Type 5 with a service class code and, in columns 51–53, an SEC code. */
const BEGINS_BATCH = /^5(?:200|220|225|280).{46}[A-Z]{3}/;
/** Type 6 with a transaction code, a routing number, an amount in its columns, and a trace number at the end. */
const IS_ENTRY = /^6\d{11}.{17}\d{10}.{39}[01]\d{15}$/;

/**
 * Also accepts text that begins with a batch header or an entry.
 * @param beginning one character per byte; at least two records, or the whole file
 */
export function looksLikeNacha(beginning: string): boolean {
  const lines = beginning.split(/[\r\n]+/);
  // Transmission programs put lines like "$$ADD ID=…" before a file.
  const first = lines.find((line) => line.trim() !== '' && !line.startsWith('$$')) ?? '';
  return BEGINS_FILE.test(first) || BEGINS_BATCH.test(first) || IS_ENTRY.test(first.slice(0, 94));
}

/** Nines fill the last block of ten records. */
const FILLER_RECORD = /^9+ *$/;
const RECORD_TYPE = { name: 'recordType', from: 1, to: 1 };
const WITHOUT_HEADER = {
  rule: 'batch_header_missing',
  sentence:
    'no batch header precedes this entry, so its company, SEC code and layout are unknown; add the batch header',
} as const;
const UNREADABLE_HEADER = {
  rule: 'batch_header_unreadable',
  sentence:
    'the batch header for this entry cannot be read, so the layout of the entry is unknown; correct the batch header',
} as const;

/** In file order: a receipt follows its entries. */
export type NachaItem = NachaEntry | RejectedRecord | BatchReceipt | FileReceipt;

/** The addenda count in CTX has four digits. */
const MAX_ADDENDA = 9_999;
/** The blocking factor: files are counted in blocks of ten records. */
const RECORDS_PER_BLOCK = 10;
const BATCH_NUMBER = fieldOf(BATCH_HEADER, 'batchNumber');
const CREATION_DATE = fieldOf(FILE_HEADER, 'fileCreationDate');

interface OpenFile {
  file: number;
  hasHeader: boolean;
  creationDate: Day | null;
  /** Batches with a header. */
  batches: number;
  /** Files with accounting advices have a different file control. */
  hasAdvices: boolean;
  records: number;
  /** The header, or the first record of a file without a header. */
  first: NachaRecord;
  last: NachaRecord;
  counted: ControlTotals;
}

type Finding = Pick<NachaProblem, 'rule' | 'sentence'>;

interface OpenBatch {
  batch: NachaBatch;
  hasHeader: boolean;
  /** Why the entries in the batch cannot be read. Each of them is rejected for this reason. */
  unusable: Finding | null;
  entry: { record: NachaRecord; addenda: NachaRecord[] } | null;
  lastLine: number;
  /** Changed in place, because a copy per record would slow down the reader. */
  counted: ControlTotals;
}

/**
 * Reads a NACHA file (Nacha Operating Rules, Appendix Three: record formats, Four: returns, Five: notifications of
 * change) in chunks, which may end anywhere. A bad record is reported as a problem, and reading continues. A missing
 * file header or control causes a warning; entries without a readable batch header are rejected, because their layout
 * depends on it. Memory use is limited to the chunk and one entry with its addenda.
 */
export class NachaReader {
  readonly problems = new ProblemList();
  readonly #splitter = new RecordSplitter();
  readonly #items: NachaItem[] = [];
  #file: OpenFile | null = null;
  #batch: OpenBatch | null = null;
  #files = 0;
  #firstLine = 0;

  /** @throws ImportFileError for UTF-16 and UTF-32; the reader cannot be used afterwards */
  push(chunk: Buffer): NachaItem[] {
    for (const record of this.#splitter.push(chunk)) this.#read(record);
    return this.#items.splice(0);
  }

  /** @throws ImportFileError if the file is empty or contains no NACHA record */
  end(): NachaItem[] {
    for (const record of this.#splitter.end()) this.#read(record);
    this.#closeFile(null);
    if (this.#firstLine === 0) {
      const message = 'the file is empty. Choose a file with entries.';
      throw new ImportFileError({ code: 'empty_file', line: 1, message });
    }
    if (this.#files === 0) {
      const message = 'the file contains no NACHA records. Choose a file whose records begin with 1, 5, 6, 7, 8 or 9.';
      throw new ImportFileError({ code: 'not_nacha', line: this.#firstLine, message });
    }
    return this.#items.splice(0);
  }

  #read(record: NachaRecord): void {
    if (this.#firstLine === 0) this.#firstLine = record.line;
    const type = record.text[0] ?? '';
    // Within a file, a damaged record that begins with 1 must not be taken for the next file header.
    const isHeader = type === '1' && (this.#file === null || record.text.startsWith('101'));
    if (isHeader) this.#closeFile(null);
    else if (!'56789'.includes(type)) {
      const sentence = 'this line is not a NACHA record, which begins with 1, 5, 6, 7, 8 or 9; it is not imported';
      this.#reject(record, { rule: 'unknown_record_type', sentence }, RECORD_TYPE);
      return;
    } else if (type === '9' && FILLER_RECORD.test(record.text)) return;
    this.#file ??= this.#openFile(record);
    const file = this.#file;
    file.records += 1;
    file.last = record;
    if (type === '5') this.#beginBatch(record, file);
    else if (type === '6') this.#addEntry(record, this.#openBatchFor(record, file));
    else if (type === '7') this.#addAddenda(record, this.#openBatchFor(record, file));
    else if (type === '8') {
      const sentence = 'this batch control does not belong to a batch; it is not imported';
      if (this.#batch === null) this.#reject(record, { rule: 'batch_header_missing', sentence });
      this.#closeBatch(record);
    } else if (type === '9') this.#closeFile(record);
  }

  #openFile(first: NachaRecord): OpenFile {
    this.#files += 1;
    const hasHeader = first.text.startsWith('1');
    let creationDate: Day | null = null;
    if (hasHeader) {
      this.#addAsWarnings(fieldProblemsOf(first, FILE_HEADER));
      const date = parseNachaDate(columns(first.text, CREATION_DATE.from, CREATION_DATE.to));
      const sentence = 'the file creation date must be a valid date in the form YYMMDD';
      if (date === undefined) this.#warn(first, { rule: 'invalid_date', sentence }, CREATION_DATE);
      creationDate = date ?? null;
    } else {
      const sentence = 'the file that begins here has no file header';
      this.#warn(first, { rule: 'file_header_missing', sentence });
    }
    return {
      file: this.#files,
      hasHeader,
      creationDate,
      batches: 0,
      hasAdvices: false,
      records: 0,
      first,
      last: first,
      counted: NO_TOTALS,
    };
  }

  #beginBatch(record: NachaRecord, file: OpenFile): void {
    this.#closeBatch(null);
    file.batches += 1;
    const { batch, isUsable, problems } = readBatchHeader(record, {
      file: file.file,
      batch: file.batches,
      fileCreationDate: file.creationDate,
    });
    this.#addAsWarnings(problems);
    if (batch.family === 'adv') file.hasAdvices = true;
    const unusable = isUsable ? null : UNREADABLE_HEADER;
    const lastLine = record.line;
    this.#batch = { batch, hasHeader: true, unusable, entry: null, lastLine, counted: { ...NO_TOTALS } };
  }

  /** The current batch, or a new one that has no header and begins with this record. */
  #openBatchFor(record: NachaRecord, { file, batches }: OpenFile): OpenBatch {
    this.#batch ??= {
      batch: batchWithoutHeader(record, { file, batch: batches + 1 }),
      hasHeader: false,
      unusable: WITHOUT_HEADER,
      entry: null,
      lastLine: record.line,
      counted: { ...NO_TOTALS },
    };
    return this.#batch;
  }

  #addEntry(record: NachaRecord, open: OpenBatch): void {
    this.#finishEntry(open);
    open.lastLine = record.line;
    const { counted } = open;
    counted.entryAddendaCount += 1;
    counted.entryHash = addEntryHash(counted.entryHash, numberInColumns(record.text, 4, 11) ?? 0);
    open.entry = { record, addenda: [] };
  }

  #addAddenda(record: NachaRecord, open: OpenBatch): void {
    open.lastLine = record.line;
    open.counted.entryAddendaCount += 1;
    if (open.entry === null) {
      const sentence = 'this addenda record does not follow an entry; it is not imported';
      this.#reject(record, { rule: 'addenda_without_entry', sentence });
    } else if (open.entry.addenda.length >= MAX_ADDENDA) {
      const sentence = `an entry can have at most ${MAX_ADDENDA} addenda records; this one is not imported`;
      this.#reject(record, { rule: 'addenda_count', sentence });
    } else open.entry.addenda.push(record);
  }

  #finishEntry(open: OpenBatch): void {
    if (open.entry === null) return;
    const { record, addenda } = open.entry;
    open.entry = null;
    const read = readEntry(record, addenda, open.batch);
    const { money } = read;
    let { item, problems } = read;
    if (open.unusable !== null) {
      problems = [problemAt(record, WHOLE_RECORD, { ...open.unusable, severity: 'error' })];
      item = { type: 'rejected', record, addenda, problems, money };
    }
    this.#items.push(item);
    for (const problem of problems) this.problems.add(problem);
    // Control records also count prenotes, returns and notifications of change.
    if (money?.direction === 'Credit') open.counted.creditCents += money.cents;
    else if (money?.direction === 'Debit') open.counted.debitCents += money.cents;
  }

  /** @param control null if the batch ends without one */
  #closeBatch(control: NachaRecord | null): void {
    const open = this.#batch;
    if (open === null || this.#file === null) return;
    this.#finishEntry(open);
    this.#batch = null;
    const { batch, hasHeader, lastLine, counted } = open;
    this.#file.counted = addTotals(this.#file.counted, counted);
    this.#items.push({
      type: 'batch',
      file: batch.file,
      batch: batch.batch,
      batchNumber: batch.batchNumber,
      companyName: batch.companyName ?? '',
      secCode: batch.secCode,
      headerLine: hasHeader ? batch.header.line : null,
      controlLine: control?.line ?? null,
      lines: { first: batch.header.line, last: control?.line ?? lastLine },
      counted,
      ...this.#checkBatch(control, open),
    });
  }

  #checkBatch(control: NachaRecord | null, { batch, hasHeader, counted }: OpenBatch) {
    if (control === null) {
      const sentence = 'this batch has no batch control, so its totals cannot be checked';
      this.#warn(batch.header, { rule: 'batch_control_missing', sentence });
      return UNREAD_CONTROL;
    }
    const layout = batch.family === 'adv' ? ADV_BATCH_CONTROL : BATCH_CONTROL;
    const { problems, ...check } = readControl(control, layout, counted);
    this.#addAsWarnings(problems);
    if (hasHeader && columns(control.text, 88, 94) !== columns(batch.header.text, 88, 94)) {
      const sentence = 'the batch number in the batch control differs from the one in the batch header';
      this.#warn(control, { rule: 'batch_number', sentence }, BATCH_NUMBER);
    }
    return check;
  }

  /** @param control null if the file ends without one */
  #closeFile(control: NachaRecord | null): void {
    this.#closeBatch(null);
    if (this.#file === null) return;
    const { file, hasHeader, batches, first, last, counted } = this.#file;
    this.#items.push({
      type: 'file',
      file,
      batches,
      headerLine: hasHeader ? first.line : null,
      controlLine: control?.line ?? null,
      lines: { first: first.line, last: last.line },
      counted,
      ...this.#checkFile(control, this.#file),
    });
    this.#file = null;
  }

  #checkFile(control: NachaRecord | null, { hasAdvices, batches, records, last, counted }: OpenFile) {
    if (control === null) {
      const sentence = 'the file ends here without a file control, so its totals cannot be checked';
      this.#warn(last, { rule: 'file_control_missing', sentence });
      return { ...UNREAD_CONTROL, declaredBatches: null };
    }
    const layout = hasAdvices ? ADV_FILE_CONTROL : FILE_CONTROL;
    const { problems, ...check } = readControl(control, layout, counted);
    this.#addAsWarnings(problems);
    if (check.declared === null) return { ...check, declaredBatches: null };
    const declaredBatches = numberInField(control, layout, 'batchCount');
    const hasAllBatches = declaredBatches === batches;
    if (!hasAllBatches) {
      const sentence = `the file control declares a batch count of ${declaredBatches}, but the actual count is ${batches}`;
      this.#warn(control, { rule: 'control_mismatch', sentence }, fieldOf(layout, 'batchCount'));
    }
    // A wrong block count, for example without filler records, does not affect `balanced`.
    const blocks = Math.ceil(records / RECORDS_PER_BLOCK);
    const declaredBlocks = numberInField(control, layout, 'blockCount');
    if (!Number.isNaN(declaredBlocks) && declaredBlocks !== blocks) {
      const sentence = `the file control declares a block count of ${declaredBlocks}, but the actual count is ${blocks}`;
      this.#warn(control, { rule: 'control_mismatch', sentence }, fieldOf(layout, 'blockCount'));
    }
    return { ...check, balanced: check.balanced === true && hasAllBatches, declaredBatches };
  }

  #warn(record: NachaRecord, finding: Finding, position: ProblemPosition = WHOLE_RECORD): void {
    this.problems.add(problemAt(record, position, finding));
  }

  /** A file is read despite problems in its headers and controls, so even their errors become warnings. */
  #addAsWarnings(problems: readonly NachaProblem[]): void {
    for (const problem of problems) this.problems.add({ ...problem, severity: 'warning' });
  }

  /** Lines that banks and transmission programs add outside of a file cause only a warning. */
  #reject(record: NachaRecord, finding: Finding, position: ProblemPosition = WHOLE_RECORD): void {
    if (this.#file === null) return this.#warn(record, finding, position);
    const problem = problemAt(record, position, { ...finding, severity: 'error' });
    this.#items.push({ type: 'rejected', record, addenda: [], problems: [problem], money: null });
    this.problems.add(problem);
  }
}
