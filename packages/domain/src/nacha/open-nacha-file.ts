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
} from './nacha-layouts.ts';
import {
  fieldProblemsOf,
  type NachaProblem,
  type NachaRule,
  type ProblemList,
  problemAt,
  WHOLE_RECORD,
} from './nacha-problems.ts';
import { columns, type NachaRecord, parseNachaDate } from './nacha-record.ts';
import { readEntry } from './read-nacha-entry.ts';

/** What a NACHA file holds, in its order: a receipt follows the entries it is about. */
export type NachaItem = NachaEntry | RejectedRecord | BatchReceipt | FileReceipt;

/** Where the reader puts what it finds. */
export interface ReaderOutput {
  items: NachaItem[];
  readonly problems: ProblemList;
}

/** A record that belongs to no entry and cannot be taken: nothing of a file is lost without a word. */
export function rejectRecord(findings: ReaderOutput, record: NachaRecord, problem: NachaProblem): void {
  findings.items.push({ type: 'rejected', record, addenda: [], problems: [problem], money: null });
  findings.problems.add(problem);
}

/** An entry has at most so many addenda (CTX: four digits). */
const MAX_ADDENDA = 9_999;
const BATCH_NUMBER = fieldOf(BATCH_HEADER, 'batchNumber');

/** Why nobody can understand the entries of a batch; each of them is rejected with this. */
export interface UnusableBatch {
  rule: NachaRule;
  sentence: string;
}

/** A batch that is being read. */
export class OpenBatch {
  readonly #batch: NachaBatch;
  readonly #hasHeader: boolean;
  readonly #unusable: UnusableBatch | null;
  readonly #findings: ReaderOutput;
  readonly #counter = new TotalsCounter();
  #entry: { record: NachaRecord; addenda: NachaRecord[] } | null = null;
  #lastLine: number;

  constructor(options: {
    batch: NachaBatch;
    hasHeader: boolean;
    unusable: UnusableBatch | null;
    findings: ReaderOutput;
  }) {
    this.#batch = options.batch;
    this.#lastLine = options.batch.header.line;
    this.#hasHeader = options.hasHeader;
    this.#unusable = options.unusable;
    this.#findings = options.findings;
  }

  get isAdv(): boolean {
    return this.#batch.family === 'adv';
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
    const sentence =
      this.#entry === null
        ? 'this addenda follows no entry'
        : `an entry has at most ${MAX_ADDENDA} addenda; this one is left out`;
    const rule = this.#entry === null ? 'addenda_without_entry' : 'addenda_count';
    rejectRecord(
      this.#findings,
      record,
      problemAt(record, WHOLE_RECORD, { rule, severity: 'error', sentence }),
    );
  }

  /**
   * @param control null when the batch ends without one
   * @returns what was counted, for the totals of the file
   */
  close(control: NachaRecord | null): ControlTotals {
    this.#finishEntry();
    const counted = this.#counter.totals;
    const { file, batch, batchNumber, companyName, secCode, header } = this.#batch;
    const receipt: BatchReceipt = {
      type: 'batch',
      file,
      batch,
      batchNumber,
      companyName: companyName ?? '',
      secCode,
      headerLine: this.#hasHeader ? header.line : null,
      controlLine: control?.line ?? null,
      lines: { first: header.line, last: control?.line ?? this.#lastLine },
      declared: null,
      counted,
      balanced: null,
      differences: [],
    };
    if (control !== null) Object.assign(receipt, this.#checked(control, counted));
    else this.#warnOfMissingControl();
    this.#findings.items.push(receipt);
    return counted;
  }

  #checked(
    control: NachaRecord,
    counted: ControlTotals,
  ): Pick<BatchReceipt, 'declared' | 'balanced' | 'differences'> {
    const { problems, ...result } = readControl(
      control,
      this.isAdv ? ADV_BATCH_CONTROL : BATCH_CONTROL,
      counted,
    );
    for (const problem of problems) this.#findings.problems.addOfFrame(problem);
    if (this.#hasHeader && columns(control.text, 88, 94) !== columns(this.#batch.header.text, 88, 94)) {
      const sentence = 'the batch control has another batch number than the batch header';
      this.#findings.problems.add(
        problemAt(control, BATCH_NUMBER, { rule: 'batch_number', severity: 'warning', sentence }),
      );
    }
    return result;
  }

  #warnOfMissingControl(): void {
    const sentence = 'this batch has no batch control, so its totals cannot be checked';
    const rule = 'batch_control_missing';
    this.#findings.problems.add(
      problemAt(this.#batch.header, WHOLE_RECORD, { rule, severity: 'warning', sentence }),
    );
  }

  #finishEntry(): void {
    if (this.#entry === null) return;
    const { item, problems, money } = readEntry(this.#entry, this.#batch);
    const { record, addenda } = this.#entry;
    this.#entry = null;
    if (this.#unusable !== null) {
      const problem = problemAt(record, WHOLE_RECORD, { ...this.#unusable, severity: 'error' });
      this.#findings.items.push({ type: 'rejected', record, addenda, problems: [problem], money });
      this.#findings.problems.add(problem);
    } else {
      this.#findings.items.push(item);
      for (const problem of problems) this.#findings.problems.add(problem);
    }
    if (money !== null) this.#counter.addMoney(money.direction, money.cents);
  }
}

const CREATION_DATE = fieldOf(FILE_HEADER, 'fileCreationDate');
/** The blocking factor: files are counted in blocks of ten records. */
const RECORDS_PER_BLOCK = 10;

/** A file that is being read; several may follow one another in one upload. */
export class OpenFile {
  readonly file: number;
  readonly creationDate: Day | null;
  /** Batches with a header. */
  batches = 0;
  /** Accounting advices have a file control of their own. */
  hasAdvices = false;
  readonly #findings: ReaderOutput;
  readonly #firstLine: number;
  readonly #header: NachaRecord | null;
  readonly #counter = new TotalsCounter();
  #records = 0;
  #lastRecord: NachaRecord;

  /** @param first its header, or the record with which a file without a header begins */
  constructor({ file, first, findings }: { file: number; first: NachaRecord; findings: ReaderOutput }) {
    this.file = file;
    this.#findings = findings;
    this.#firstLine = first.line;
    this.#lastRecord = first;
    this.#header = first.text.startsWith('1') ? first : null;
    this.creationDate = this.#header === null ? null : this.#readHeader(this.#header);
    if (this.#header === null) {
      const sentence = 'a file begins here without a file header';
      this.#warn('file_header_missing', first, sentence);
    }
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
    const receipt: FileReceipt = {
      type: 'file',
      file: this.file,
      batches: this.batches,
      declaredBatches: null,
      headerLine: this.#header?.line ?? null,
      controlLine: control?.line ?? null,
      lines: { first: this.#firstLine, last: this.#lastRecord.line },
      declared: null,
      counted: this.#counter.totals,
      balanced: null,
      differences: [],
    };
    if (control === null) {
      const sentence = 'the file ends here without a file control, so its totals cannot be checked';
      this.#warn('file_control_missing', this.#lastRecord, sentence);
    } else this.#check(control, receipt);
    this.#findings.items.push(receipt);
  }

  #readHeader(header: NachaRecord): Day | null {
    for (const problem of fieldProblemsOf(header, FILE_HEADER)) this.#findings.problems.addOfFrame(problem);
    const date = parseNachaDate(columns(header.text, CREATION_DATE.from, CREATION_DATE.to));
    if (date === undefined) {
      const sentence = 'the file creation date must be a date as YYMMDD';
      this.#findings.problems.add(
        problemAt(header, CREATION_DATE, { rule: 'invalid_date', severity: 'warning', sentence }),
      );
    }
    return date ?? null;
  }

  #check(control: NachaRecord, receipt: FileReceipt): void {
    const layout = this.hasAdvices ? ADV_FILE_CONTROL : FILE_CONTROL;
    const { problems, ...result } = readControl(control, layout, receipt.counted);
    for (const problem of problems) this.#findings.problems.addOfFrame(problem);
    Object.assign(receipt, result);
    if (result.declared === null) return;
    const declaredBatches = numberInField(control, layout, 'batchCount');
    receipt.declaredBatches = declaredBatches;
    if (declaredBatches !== this.batches) {
      receipt.balanced = false;
      this.#warnOfCount(control, 'batchCount', `${declaredBatches} batches, counted were ${this.batches}`);
    }
    // Blocks are no money: a file may be balanced though its filling was lost on the way.
    const blocks = Math.ceil(this.#records / RECORDS_PER_BLOCK);
    const declaredBlocks = numberInField(control, layout, 'blockCount');
    if (!Number.isNaN(declaredBlocks) && declaredBlocks !== blocks)
      this.#warnOfCount(
        control,
        'blockCount',
        `${declaredBlocks} blocks of ten records, counted were ${blocks}`,
      );
  }

  #warnOfCount(control: NachaRecord, field: string, figures: string): void {
    const sentence = `the file control declares ${figures}`;
    const place = fieldOf(FILE_CONTROL, field);
    this.#findings.problems.add(
      problemAt(control, place, { rule: 'control_mismatch', severity: 'warning', sentence }),
    );
  }

  #warn(rule: 'file_header_missing' | 'file_control_missing', record: NachaRecord, sentence: string): void {
    this.#findings.problems.add(problemAt(record, WHOLE_RECORD, { rule, severity: 'warning', sentence }));
  }
}
