import type { Day } from '../../calendar/day.ts';
import { ADV_FILE_CONTROL, FILE_CONTROL, FILE_HEADER } from '../layouts/file-layouts.ts';
import { fieldOf } from '../layouts/layout.ts';
import { fieldProblemsOf } from '../problems/check-record.ts';
import { problemAt, WHOLE_RECORD } from '../problems/nacha-problem.ts';
import { dateOf } from '../records/nacha-dates.ts';
import { columns, type NachaRecord } from '../records/nacha-record.ts';
import { type ControlTotals, TotalsCounter } from '../totals/control-totals.ts';
import { numberIn, readControl } from '../totals/read-control.ts';
import type { FileReceipt } from '../totals/receipts.ts';
import type { Findings } from './nacha-item.ts';

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
  readonly #findings: Findings;
  readonly #firstLine: number;
  readonly #header: NachaRecord | null;
  readonly #counter = new TotalsCounter();
  #records = 0;
  #lastRecord: NachaRecord;

  /** @param first its header, or the record with which a file without a header begins */
  constructor({ file, first, findings }: { file: number; first: NachaRecord; findings: Findings }) {
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
    const date = dateOf(columns(header.text, CREATION_DATE.from, CREATION_DATE.to));
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
    const declaredBatches = numberIn(control, layout, 'batchCount');
    receipt.declaredBatches = declaredBatches;
    if (declaredBatches !== this.batches) {
      receipt.balanced = false;
      this.#warnOfCount(control, 'batchCount', `${declaredBatches} batches, counted were ${this.batches}`);
    }
    // Blocks are no money: a file may be balanced though its filling was lost on the way.
    const blocks = Math.ceil(this.#records / RECORDS_PER_BLOCK);
    const declaredBlocks = numberIn(control, layout, 'blockCount');
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
