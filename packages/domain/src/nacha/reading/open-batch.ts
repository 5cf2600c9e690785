import type { NachaBatch } from '../batches/nacha-batch.ts';
import { readEntry } from '../entries/read-entry.ts';
import { ADV_BATCH_CONTROL, BATCH_CONTROL, BATCH_HEADER } from '../layouts/batch-layouts.ts';
import { fieldOf } from '../layouts/layout.ts';
import { type NachaRule, problemAt, WHOLE_RECORD } from '../problems/nacha-problem.ts';
import { digitsIn } from '../records/digits.ts';
import { columns, type NachaRecord } from '../records/nacha-record.ts';
import { type ControlTotals, TotalsCounter } from '../totals/control-totals.ts';
import { readControl } from '../totals/read-control.ts';
import type { BatchReceipt } from '../totals/receipts.ts';
import { type Findings, reject } from './nacha-item.ts';

/** An entry has at most so many addenda (CTX: four digits). */
const MOST_ADDENDA = 9_999;
const BATCH_NUMBER = fieldOf(BATCH_HEADER, 'batchNumber');

/** Why nobody can understand the entries of a batch; each of them is rejected with this. */
export interface Unusable {
  rule: NachaRule;
  sentence: string;
}

/** A batch that is being read. */
export class OpenBatch {
  readonly #batch: NachaBatch;
  readonly #hasHeader: boolean;
  readonly #unusable: Unusable | null;
  readonly #findings: Findings;
  readonly #counter = new TotalsCounter();
  #entry: { record: NachaRecord; addenda: NachaRecord[] } | null = null;
  #lastLine: number;

  constructor(options: {
    batch: NachaBatch;
    hasHeader: boolean;
    unusable: Unusable | null;
    findings: Findings;
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
    this.#counter.addToHash(digitsIn(record.text, 4, 11) ?? 0);
    this.#entry = { record, addenda: [] };
  }

  addAddenda(record: NachaRecord): void {
    this.#lastLine = record.line;
    this.#counter.countRecord();
    if (this.#entry !== null && this.#entry.addenda.length < MOST_ADDENDA) {
      this.#entry.addenda.push(record);
      return;
    }
    const sentence =
      this.#entry === null
        ? 'this addenda follows no entry'
        : `an entry has at most ${MOST_ADDENDA} addenda; this one is left out`;
    const rule = this.#entry === null ? 'addenda_without_entry' : 'addenda_count';
    reject(this.#findings, record, problemAt(record, WHOLE_RECORD, { rule, severity: 'error', sentence }));
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
