import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import type { ControlSums } from '@clearwatch/contracts/imports.dto';
import { CsvFileReader, type CsvFileRow } from '@clearwatch/domain/csv/csv-file-reader';
import { DEFAULT_JSON_LIMITS, JsonElementReader } from '@clearwatch/domain/json/json-element-reader';
import type { ElementBatch } from '@clearwatch/domain/json/parse-json-elements';
import type { FieldProblem } from '@clearwatch/domain/ledger/field-reader';
import { readTransactionRow } from '@clearwatch/domain/ledger/read-transaction-row';
import { hasTraceNumber, identityHash, occurrenceHash } from '@clearwatch/domain/ledger/transaction-identity';
import {
  type BatchReceipt,
  type ControlTotals as CountedTotals,
  type FileReceipt,
  formatTotalDollars,
  type TotalName,
} from '@clearwatch/domain/nacha/nacha-control-totals';
import type { RejectedRecord } from '@clearwatch/domain/nacha/nacha-entry';
import { type NachaItem, NachaReader } from '@clearwatch/domain/nacha/nacha-reader';
import { nachaEntryToLedgerRow } from '@clearwatch/domain/nacha/nacha-to-ledger-row';
import { retentionProblem } from '@clearwatch/domain/retention-period';
import { addMoney, type FileControlTotals, type MoneyCount, NO_MONEY } from '../imports/receipt-parts.ts';
import { type FileKind, importedKindOf } from '../uploads/file-kind.ts';
import {
  acceptedLine,
  type CopyTextReader,
  type FileToRead,
  inChunks,
  type RowPosition,
  rejectedLine,
} from './import-copy-text.ts';

/** The COPY line for a row that was read, or rejected because of its fields or its age. Counts the row. */
function lineOf(
  read: ReturnType<typeof readTransactionRow>,
  { position, source }: { position: RowPosition; source: () => string | undefined },
  { retention, progress }: Pick<FileToRead, 'retention' | 'progress'>,
): string {
  progress.rowsRead += 1;
  if (!('row' in read)) return rejectedLine({ ...position, problems: read.problems, source: source() });
  const tooOld = retentionProblem(read.row, retention);
  return tooOld === null
    ? acceptedLine({ ...position, entry: read.row, isUnique: hasTraceNumber(read.row) })
    : rejectedLine({ ...position, problems: [tooOld], source: source() });
}

/** Equal rows are distinguished as in JSON files: by trace number or occurrence. */
function csvToCopyText(mapping: CsvMapping): CopyTextReader {
  return async function* read(file) {
    const reader = new CsvFileReader(mapping, { latestDay: file.latestDay });
    function* lines(rows: readonly CsvFileRow[]): Generator<string, void> {
      for (const { row, line, read: found, source } of rows)
        yield lineOf(found, { position: { row, line }, source: () => source ?? '' }, file);
    }
    for await (const chunk of file.chunks) yield* inChunks(lines(reader.push(chunk)));
    yield* inChunks(lines(reader.end()));
  };
}

/** Small enough for a batch's objects to die young: as fast as batches of 1 MB, with 80 MB less resident memory. */
const BATCH_BYTES = 256 * 1024;

/** Holds one batch of elements and one piece at a time. */
export async function* jsonToCopyText(file: FileToRead): AsyncGenerator<Buffer, void> {
  const { chunks, latestDay } = file;
  const reader = new JsonElementReader({ ...DEFAULT_JSON_LIMITS, batchBytes: BATCH_BYTES });
  function* lines(batch: ElementBatch): Generator<string, void> {
    for (const [index, element] of batch.elements.entries()) {
      const position = { row: batch.firstRow + index, line: batch.lines[index] ?? 1 };
      const read = readTransactionRow(element, { latestDay });
      yield lineOf(read, { position, source: () => batch.raw(index) }, file);
    }
  }
  for await (const chunk of chunks) for (const batch of reader.push(chunk)) yield* inChunks(lines(batch));
  for (const batch of reader.end()) yield* inChunks(lines(batch));
}

const TOTAL_LABELS: Readonly<Record<TotalName, string>> = {
  entryAddendaCount: 'Entries and addenda',
  entryHash: 'Entry hash',
  debitCents: 'Debits',
  creditCents: 'Credits',
};

function toFileControlTotals(receipt: BatchReceipt | FileReceipt): FileControlTotals {
  const { declared, counted, headerLine, controlLine, balanced } = receipt;
  return {
    level: receipt.type,
    label: receipt.type === 'file' ? `File ${receipt.file}` : batchLabel(receipt),
    headerLine,
    controlLine,
    declared: declared === null ? null : toControlSums(declared),
    counted: toControlSums(counted),
    balanced,
    differences: controlDifferences(receipt),
  };
}

function batchLabel({ batchNumber, companyName, secCode }: BatchReceipt): string {
  const parts = [batchNumber.trim() === '' ? 'Batch' : `Batch ${batchNumber.trim()}`, companyName, secCode];
  return parts.filter((part) => part.trim() !== '').join(' · ');
}

const toControlSums = (totals: CountedTotals): ControlSums => ({
  entryAndAddendaCount: totals.entryAddendaCount,
  entryHash: totals.entryHash,
  debits: moneyText(totals.debitCents),
  credits: moneyText(totals.creditCents),
});

function controlDifferences(receipt: BatchReceipt | FileReceipt): string[] {
  const { declared, counted, differences } = receipt;
  const difference = (label: string, control: string | number, file: string | number) =>
    `${label}: the control record declares ${control}, but the file contains ${file}.`;
  const sums = differences.flatMap((name) => {
    if (declared === null) return [];
    const format = name === 'debitCents' || name === 'creditCents' ? formatTotalDollars : String;
    return [difference(TOTAL_LABELS[name], format(declared[name]), format(counted[name]))];
  });
  if (receipt.type === 'batch') return sums;
  const { declaredBatches, batches } = receipt;
  if (declaredBatches === null || declaredBatches === batches) return sums;
  return [difference('Batches', declaredBatches, batches), ...sums];
}

/** A declared total may have twenty digits, too many for `formatCents`. */
function moneyText(cents: number): string {
  const digits = BigInt(cents).toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A power of two, so that a mask finds the slot; 0.8 MB at first. */
const INITIAL_SLOTS = 2 ** 16;
/** The first and last 32 bits of an identity, and its count. */
const WORDS_PER_SLOT = 3;
const MAX_LOAD_FACTOR = 0.75;

/**
 * Counts how often each identity occurs in a file. An open-addressed table of 64 of the 128 bits takes 16 to 32 bytes
 * per entry, a quarter of a `Map` of strings. In a file of ten million entries, the chance that two identities share
 * their 64 bits is one in 400,000; the later one would be numbered as the second of its kind and still be stored.
 */
export class OccurrenceCounter {
  #table = new Uint32Array(INITIAL_SLOTS * WORDS_PER_SLOT);
  #slots = INITIAL_SLOTS;
  #used = 0;

  /** @returns its occurrences so far, including this one */
  count(identity: string): number {
    if (this.#used >= this.#slots * MAX_LOAD_FACTOR) this.#grow();
    const high = Number.parseInt(identity.slice(0, 8), 16);
    const low = Number.parseInt(identity.slice(-8), 16);
    const at = this.#offsetOf(high, low);
    const before = this.#table[at + 2] ?? 0;
    if (before === 0) {
      this.#used += 1;
      this.#table[at] = high;
      this.#table[at + 1] = low;
    }
    this.#table[at + 2] = before + 1;
    return before + 1;
  }

  /** The index of the identity's slot, or of the free slot for it. */
  #offsetOf(high: number, low: number): number {
    const table = this.#table;
    const mask = this.#slots - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const at = slot * WORDS_PER_SLOT;
      if (table[at + 2] === 0 || (table[at] === high && table[at + 1] === low)) return at;
    }
  }

  #grow(): void {
    const old = this.#table;
    this.#slots *= 2;
    this.#table = new Uint32Array(this.#slots * WORDS_PER_SLOT);
    for (let from = 0; from < old.length; from += WORDS_PER_SLOT) {
      if (old[from + 2] === 0) continue;
      this.#table.set(old.subarray(from, from + WORDS_PER_SLOT), this.#offsetOf(old[from] ?? 0, old[from + 1] ?? 0));
    }
  }
}

/** An entry may have thousands of addenda, each with its own problems. */
const MAX_STORED_PROBLEMS = 100;

/**
 * Every entry is stored, even with equal trace numbers, because the control totals count them all. Equal entries are
 * numbered here, so that merging does not wait for the end of the file.
 */
export async function* nachaToCopyText(file: FileToRead): AsyncGenerator<Buffer, void> {
  const { latestDay, retention, progress, notes } = file;
  const reader = new NachaReader();
  const occurrences = new OccurrenceCounter();
  /** Rejected entries in the open batch and the open file. */
  const rejected: Record<'batch' | 'file', Readonly<MoneyCount>> = { batch: NO_MONEY, file: NO_MONEY };
  const countRejected = (money: RejectedRecord['money']): void => {
    rejected.batch = addMoney(rejected.batch, money);
    rejected.file = addMoney(rejected.file, money);
  };
  function* lines(items: readonly NachaItem[]): Generator<string, void> {
    for (const item of items) {
      if (item.type === 'batch' || item.type === 'file') {
        notes.addTotals(toFileControlTotals(item), { lines: item.lines, rejected: rejected[item.type] });
        rejected[item.type] = NO_MONEY;
        continue;
      }
      progress.rowsRead += 1;
      const position = { row: progress.rowsRead, line: item.record.line };
      if (item.type !== 'entry') {
        if (item.record.text.startsWith('6')) countRejected(item.money);
        else notes.orphanCount += 1;
        yield rejectedLine({ ...position, problems: problemsOf(item), source: sourceOf(item) });
        continue;
      }
      const entry = nachaEntryToLedgerRow(item, { latestDay });
      const tooOld = retentionProblem(entry, retention);
      if (tooOld !== null) {
        countRejected({ direction: item.direction, cents: item.amountCents });
        yield rejectedLine({ ...position, problems: [tooOld], source: sourceOf(item) });
        continue;
      }
      const identity = identityHash(entry);
      yield acceptedLine({ ...position, entry, isUnique: true }, occurrenceHash(identity, occurrences.count(identity)));
    }
  }
  for await (const chunk of file.chunks) yield* inChunks(lines(reader.push(chunk)));
  yield* inChunks(lines(reader.end()));
  notes.setWarnings(reader.problems.warnings, reader.problems.warningCount);
}

function sourceOf({ record, addenda }: Pick<RejectedRecord, 'record' | 'addenda'>): string {
  return [record, ...addenda].map(({ raw }) => raw).join('\n');
}

function problemsOf({ record, problems }: RejectedRecord): FieldProblem[] {
  return problems.slice(0, MAX_STORED_PROBLEMS).map(({ line, field, value, sentence }) => ({
    field,
    value,
    reason: line === record.line ? sentence : `line ${line}: ${sentence}`,
  }));
}

/** A file of an unknown kind is read as JSON; the JSON reader reports what is wrong with it. */
export async function copyTextReaderFor(
  content: Pick<FileKind, 'kind'>,
  mappingOf: () => Promise<CsvMapping>,
): Promise<CopyTextReader> {
  const kind = importedKindOf(content);
  if (kind === 'csv') return csvToCopyText(await mappingOf());
  return kind === 'nacha' ? nachaToCopyText : jsonToCopyText;
}
