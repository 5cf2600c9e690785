import type { Day } from '../calendar/day.ts';
import { numberInColumns } from './ach-codes.ts';
import type { NachaBatch } from './nacha-batch.ts';
import {
  type BatchReceipt,
  type ControlTotals,
  type FileReceipt,
  numberInField,
  readControl,
  TotalsCounter,
  UNREAD_CONTROL,
} from './nacha-control-totals.ts';
import type { NachaEntry, RejectedRecord } from './nacha-entry.ts';
import {
  ADV_BATCH_CONTROL,
  ADV_FILE_CONTROL,
  BATCH_CONTROL,
  BATCH_HEADER,
  FILE_CONTROL,
  FILE_HEADER,
  fieldOf,
  type Layout,
} from './nacha-layouts.ts';
import {
  fieldProblemsOf,
  type NachaProblem,
  type ProblemList,
  problemAt,
  WHOLE_RECORD,
} from './nacha-problems.ts';
import { columns, type NachaRecord, parseNachaDate } from './nacha-record.ts';
import { readEntry } from './read-nacha-entry.ts';

/** In the order of the file: a receipt follows its entries. */
export type NachaItem = NachaEntry | RejectedRecord | BatchReceipt | FileReceipt;

export interface ReaderOutput {
  items: NachaItem[];
  readonly problems: ProblemList;
}

/** Reports a record that belongs to no entry and cannot be read. */
export function rejectRecord(output: ReaderOutput, record: NachaRecord, problem: NachaProblem): void {
  output.items.push({ type: 'rejected', record, addenda: [], problems: [problem], money: null });
  output.problems.add(problem);
}

/** CTX counts addenda in four digits. */
const MAX_ADDENDA = 9_999;
const BATCH_NUMBER = fieldOf(BATCH_HEADER, 'batchNumber');

interface BatchContext {
  batch: NachaBatch;
  hasHeader: boolean;
  /** Why the entries of the batch cannot be read; each of them is rejected with this. */
  unusable: Pick<NachaProblem, 'rule' | 'sentence'> | null;
  output: ReaderOutput;
}

/** A batch that is being read. */
export class OpenBatch {
  readonly #context: BatchContext;
  readonly #counter = new TotalsCounter();
  #entry: { record: NachaRecord; addenda: NachaRecord[] } | null = null;
  #lastLine: number;

  constructor(context: BatchContext) {
    this.#context = context;
    this.#lastLine = context.batch.header.line;
  }

  get isAdv(): boolean {
    return this.#context.batch.family === 'adv';
  }

  addEntry(record: NachaRecord): void {
    this.#finishEntry();
    this.#lastLine = record.line;
    this.#counter.countRecord();
    this.#counter.addToHash(numberInColumns(record.text, 4, 11) ?? 0);
    this.#entry = { record, addenda: [] };
  }

  addAddenda(record: NachaRecord): void {
    this.#lastLine = record.line;
    this.#counter.countRecord();
    if (this.#entry !== null && this.#entry.addenda.length < MAX_ADDENDA) {
      this.#entry.addenda.push(record);
      return;
    }
    const problem: Pick<NachaProblem, 'rule' | 'sentence'> =
      this.#entry === null
        ? { rule: 'addenda_without_entry', sentence: 'this addenda follows no entry' }
        : {
            rule: 'addenda_count',
            sentence: `an entry has at most ${MAX_ADDENDA} addenda; this one is left out`,
          };
    const { output } = this.#context;
    rejectRecord(output, record, problemAt(record, WHOLE_RECORD, { ...problem, severity: 'error' }));
  }

  /**
   * @param control null when the batch ends without one
   * @returns the counted totals
   */
  close(control: NachaRecord | null): ControlTotals {
    this.#finishEntry();
    const counted = this.#counter.totals;
    const { batch, hasHeader, output } = this.#context;
    output.items.push({
      type: 'batch',
      file: batch.file,
      batch: batch.batch,
      batchNumber: batch.batchNumber,
      companyName: batch.companyName ?? '',
      secCode: batch.secCode,
      headerLine: hasHeader ? batch.header.line : null,
      controlLine: control?.line ?? null,
      lines: { first: batch.header.line, last: control?.line ?? this.#lastLine },
      counted,
      ...this.#check(control, counted),
    });
    return counted;
  }

  #check(control: NachaRecord | null, counted: ControlTotals) {
    const { batch, hasHeader, output } = this.#context;
    if (control === null) {
      const sentence = 'this batch has no batch control, so its totals cannot be checked';
      output.problems.add(problemAt(batch.header, WHOLE_RECORD, { rule: 'batch_control_missing', sentence }));
      return UNREAD_CONTROL;
    }
    const layout = this.isAdv ? ADV_BATCH_CONTROL : BATCH_CONTROL;
    const { problems, ...result } = readControl(control, layout, counted);
    for (const problem of problems) output.problems.addOfFrame(problem);
    if (hasHeader && columns(control.text, 88, 94) !== columns(batch.header.text, 88, 94)) {
      const sentence = 'the batch control has another batch number than the batch header';
      output.problems.add(problemAt(control, BATCH_NUMBER, { rule: 'batch_number', sentence }));
    }
    return result;
  }

  #finishEntry(): void {
    if (this.#entry === null) return;
    const { batch, unusable, output } = this.#context;
    const { record, addenda } = this.#entry;
    const read = readEntry(record, addenda, batch);
    const { money } = read;
    this.#entry = null;
    const problems =
      unusable === null
        ? read.problems
        : [problemAt(record, WHOLE_RECORD, { ...unusable, severity: 'error' })];
    output.items.push(unusable === null ? read.item : { type: 'rejected', record, addenda, problems, money });
    for (const problem of problems) output.problems.add(problem);
    if (money !== null) this.#counter.addMoney(money.direction, money.cents);
  }
}

const CREATION_DATE = fieldOf(FILE_HEADER, 'fileCreationDate');
/** The blocking factor: files are counted in blocks of ten records. */
const RECORDS_PER_BLOCK = 10;

/** A file that is being read. */
export class OpenFile {
  readonly file: number;
  readonly creationDate: Day | null;
  /** Batches with a header. */
  batches = 0;
  /** Accounting advices have a file control of their own. */
  hasAdvices = false;
  readonly #output: ReaderOutput;
  readonly #first: NachaRecord;
  readonly #counter = new TotalsCounter();
  #records = 0;
  #lastRecord: NachaRecord;

  /** @param first the header, or the first record of a file without a header */
  constructor({ file, first, output }: { file: number; first: NachaRecord; output: ReaderOutput }) {
    this.file = file;
    this.#output = output;
    this.#first = first;
    this.#lastRecord = first;
    this.creationDate = this.#hasHeader ? this.#readHeader(first) : null;
    if (!this.#hasHeader) {
      const sentence = 'a file begins here without a file header';
      output.problems.add(problemAt(first, WHOLE_RECORD, { rule: 'file_header_missing', sentence }));
    }
  }

  get #hasHeader(): boolean {
    return this.#first.text.startsWith('1');
  }

  countRecord(record: NachaRecord): void {
    this.#records += 1;
    this.#lastRecord = record;
  }

  addBatch(counted: ControlTotals): void {
    this.#counter.addAll(counted);
  }

  /** @param control null when the file ends without one */
  close(control: NachaRecord | null): void {
    const counted = this.#counter.totals;
    this.#output.items.push({
      type: 'file',
      file: this.file,
      batches: this.batches,
      headerLine: this.#hasHeader ? this.#first.line : null,
      controlLine: control?.line ?? null,
      lines: { first: this.#first.line, last: this.#lastRecord.line },
      counted,
      ...this.#check(control, counted),
    });
  }

  #readHeader(header: NachaRecord): Day | null {
    const { problems } = this.#output;
    for (const problem of fieldProblemsOf(header, FILE_HEADER)) problems.addOfFrame(problem);
    const date = parseNachaDate(columns(header.text, CREATION_DATE.from, CREATION_DATE.to));
    if (date === undefined) {
      const sentence = 'the file creation date must be a date as YYMMDD';
      problems.add(problemAt(header, CREATION_DATE, { rule: 'invalid_date', sentence }));
    }
    return date ?? null;
  }

  #check(control: NachaRecord | null, counted: ControlTotals) {
    if (control === null) {
      const sentence = 'the file ends here without a file control, so its totals cannot be checked';
      this.#output.problems.add(
        problemAt(this.#lastRecord, WHOLE_RECORD, { rule: 'file_control_missing', sentence }),
      );
      return { ...UNREAD_CONTROL, declaredBatches: null };
    }
    const layout = this.hasAdvices ? ADV_FILE_CONTROL : FILE_CONTROL;
    const { problems, ...result } = readControl(control, layout, counted);
    for (const problem of problems) this.#output.problems.addOfFrame(problem);
    if (result.declared === null) return { ...result, declaredBatches: null };
    const declaredBatches = numberInField(control, layout, 'batchCount');
    const hasAllBatches = declaredBatches === this.batches;
    if (!hasAllBatches)
      this.#warnOfCount(control, fieldOf(layout, 'batchCount'), {
        declared: `${declaredBatches} batches`,
        counted: this.batches,
      });
    // A missing filler does not change the balance.
    const blocks = Math.ceil(this.#records / RECORDS_PER_BLOCK);
    const declaredBlocks = numberInField(control, layout, 'blockCount');
    if (!Number.isNaN(declaredBlocks) && declaredBlocks !== blocks)
      this.#warnOfCount(control, fieldOf(layout, 'blockCount'), {
        declared: `${declaredBlocks} blocks of ten records`,
        counted: blocks,
      });
    return { ...result, balanced: result.balanced === true && hasAllBatches, declaredBatches };
  }

  #warnOfCount(
    control: NachaRecord,
    field: Layout['fields'][number],
    { declared, counted }: { declared: string; counted: number },
  ): void {
    const sentence = `the file control declares ${declared}, counted were ${counted}`;
    this.#output.problems.add(problemAt(control, field, { rule: 'control_mismatch', sentence }));
  }
}
