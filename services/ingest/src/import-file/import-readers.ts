import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import type { ControlSums, ImportedFileKind } from '@clearwatch/contracts/imports.dto';
import type { Day } from '@clearwatch/domain/calendar/day';
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
import { NachaReader } from '@clearwatch/domain/nacha/nacha-reader';
import { nachaEntryToLedgerRow } from '@clearwatch/domain/nacha/nacha-to-ledger-row';
import type { NachaItem } from '@clearwatch/domain/nacha/open-nacha-file';
import { type RetentionPeriod, retentionProblem } from '@clearwatch/domain/retention-period';
import {
  addMoney,
  type FileControlTotals,
  type MoneyCount,
  NO_MONEY,
  type ReceiptCollector,
} from '../imports/receipt-parts.ts';
import { type FileKind, importedKindOf } from '../uploads/file-kind.ts';
import {
  acceptedLine,
  type CopyTextReader,
  type FileToRead,
  inChunks,
  rejectedLine,
} from './import-copy-text.ts';
import type { ReadingProgress } from './open-stored-file.ts';

/** A CSV file as COPY text, by its mapping. Equal rows are told apart as in JSON files: by trace number or occurrence. */
function csvToCopyText(mapping: CsvMapping): CopyTextReader {
  return async function* read({ chunks, latestDay, kept, progress }) {
    const reader = new CsvFileReader(mapping, { latestDay });
    for await (const chunk of chunks) yield* inChunks(csvLines(reader.push(chunk), { kept, progress }));
    yield* inChunks(csvLines(reader.end(), { kept, progress }));
  };
}

function* csvLines(
  rows: readonly CsvFileRow[],
  { kept, progress }: { kept: RetentionPeriod; progress: ReadingProgress },
): Generator<string, void> {
  for (const { row, line, read, source } of rows) {
    progress.rowsRead += 1;
    if ('row' in read) {
      const tooOld = retentionProblem(read.row, kept);
      yield tooOld === null
        ? acceptedLine({ row, line, entry: read.row, isUnique: hasTraceNumber(read.row) })
        : rejectedLine({ row, line, problems: [tooOld], source: source ?? '' });
    } else yield rejectedLine({ row, line, problems: read.problems, source: source ?? '' });
  }
}

/** Small enough that a batch's objects die young: as fast as a megabyte, at 80 MB less resident memory. */
const BATCH_BYTES = 256 * 1024;

/** A JSON file as COPY text. Holds one batch of elements and one piece at a time. */
export async function* jsonToCopyText({
  chunks,
  latestDay,
  kept,
  progress,
}: FileToRead): AsyncGenerator<Buffer, void> {
  const reader = new JsonElementReader({ ...DEFAULT_JSON_LIMITS, batchBytes: BATCH_BYTES });
  for await (const chunk of chunks)
    for (const batch of reader.push(chunk)) yield* inChunks(jsonLines(batch, { latestDay, kept, progress }));
  for (const batch of reader.end()) yield* inChunks(jsonLines(batch, { latestDay, kept, progress }));
}

function* jsonLines(
  batch: ElementBatch,
  { latestDay, kept, progress }: { latestDay: Day; kept: RetentionPeriod; progress: ReadingProgress },
): Generator<string, void> {
  for (const [index, element] of batch.elements.entries()) {
    const position = { row: batch.firstRow + index, line: batch.lines[index] ?? 1 };
    const read = readTransactionRow(element, { latestDay });
    progress.rowsRead += 1;
    if ('row' in read) {
      const tooOld = retentionProblem(read.row, kept);
      yield tooOld === null
        ? acceptedLine({ ...position, entry: read.row, isUnique: hasTraceNumber(read.row) })
        : rejectedLine({ ...position, problems: [tooOld], source: batch.raw(index) });
    } else yield rejectedLine({ ...position, problems: read.problems, source: batch.raw(index) });
  }
}

const TOTAL_LABELS: Readonly<Record<TotalName, string>> = {
  entryAddendaCount: 'Entries and addenda',
  entryHash: 'Entry hash',
  debitCents: 'Debits',
  creditCents: 'Credits',
};

/** How a batch or file comes out against its control, as the receipt shows it. */
function toFileControlTotals(receipt: BatchReceipt | FileReceipt): FileControlTotals {
  const { declared, counted, headerLine, controlLine, balanced } = receipt;
  return {
    level: receipt.type,
    label: receipt.type === 'file' ? `File ${receipt.file}` : batchLabel(receipt),
    headerLine,
    controlLine,
    declared: declared === null ? null : sumsOf(declared),
    counted: sumsOf(counted),
    balanced,
    differences: [...batchCountDifference(receipt), ...sumDifferences(receipt)],
  };
}

function batchLabel({ batchNumber, companyName, secCode }: BatchReceipt): string {
  const parts = [batchNumber.trim() === '' ? 'Batch' : `Batch ${batchNumber.trim()}`, companyName, secCode];
  return parts.filter((part) => part.trim() !== '').join(' · ');
}

function sumsOf({ entryAddendaCount, entryHash, debitCents, creditCents }: CountedTotals): ControlSums {
  return {
    entryAndAddendaCount: entryAddendaCount,
    entryHash,
    debits: moneyText(debitCents),
    credits: moneyText(creditCents),
  };
}

function sumDifferences({ declared, counted, differences }: BatchReceipt | FileReceipt): string[] {
  if (declared === null) return [];
  return differences.map((name) => {
    const say = name === 'debitCents' || name === 'creditCents' ? formatTotalDollars : String;
    return `${TOTAL_LABELS[name]}: the control declares ${say(declared[name])}, the file holds ${say(counted[name])}.`;
  });
}

function batchCountDifference(receipt: BatchReceipt | FileReceipt): string[] {
  if (receipt.type === 'batch' || receipt.declaredBatches === null) return [];
  if (receipt.declaredBatches === receipt.batches) return [];
  return [`Batches: the control declares ${receipt.declaredBatches}, the file holds ${receipt.batches}.`];
}

/** Unlike the money of an entry, a declared total may have twenty digits: more than a number holds exactly. */
function moneyText(cents: number): string {
  const digits = BigInt(cents).toString().padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** A power of two, so that a mask finds the place; 1 MB to begin with. */
const INITIAL_SLOTS = 2 ** 16;
/** High half, low half and count of an identity. */
const WORDS_PER_SLOT = 3;
/** Fuller than this, searching gets slow. */
const MAX_LOAD_FACTOR = 0.75;

/**
 * Counts how often each identity has come in a file. An open-addressed table of 64 of the 128 bits: 16 to 32 bytes for each
 * entry, a quarter of what a `Map` of texts takes. Two identities of a file of ten million share their 64 bits with a chance of
 * one in 400,000; the later one would then be numbered as the second of its kind, and stored all the same.
 */
export class OccurrenceCounter {
  #table = new Uint32Array(INITIAL_SLOTS * WORDS_PER_SLOT);
  #places = INITIAL_SLOTS;
  #used = 0;

  /**
   * @param identity as `identityHash` writes it
   * @returns how often it has come, this time included
   */
  count(identity: string): number {
    if (this.#used >= this.#places * MAX_LOAD_FACTOR) this.#grow();
    const high = Number.parseInt(identity.slice(0, 8), 16);
    const low = Number.parseInt(identity.slice(-8), 16);
    const at = this.#find(high, low);
    const before = this.#table[at + 2] ?? 0;
    if (before === 0) {
      this.#used += 1;
      this.#table[at] = high;
      this.#table[at + 1] = low;
    }
    this.#table[at + 2] = before + 1;
    return before + 1;
  }

  /** Where it stands, or may be put. */
  #find(high: number, low: number): number {
    const table = this.#table;
    const mask = this.#places - 1;
    for (let place = low & mask; ; place = (place + 1) & mask) {
      const at = place * WORDS_PER_SLOT;
      if (table[at + 2] === 0 || (table[at] === high && table[at + 1] === low)) return at;
    }
  }

  #grow(): void {
    const old = this.#table;
    this.#places *= 2;
    this.#table = new Uint32Array(this.#places * WORDS_PER_SLOT);
    for (let from = 0; from < old.length; from += WORDS_PER_SLOT) {
      if (old[from + 2] === 0) continue;
      this.#table.set(
        old.subarray(from, from + WORDS_PER_SLOT),
        this.#find(old[from] ?? 0, old[from + 1] ?? 0),
      );
    }
  }
}

/** An entry may have thousands of addenda, each with problems of its own; nobody reads more than these. */
const MAX_STORED_PROBLEMS = 100;

/**
 * A NACHA file as COPY text. Every entry is kept, equal trace numbers or not: the control totals count them all, so equal
 * ones are told apart by their occurrence in the file. It is counted here, so that each is unique and merging need not wait
 * for the end of the file.
 */
export async function* nachaToCopyText({
  chunks,
  latestDay,
  kept,
  progress,
  notes,
}: FileToRead): AsyncGenerator<Buffer, void> {
  const reader = new NachaReader();
  const occurrences = new OccurrenceCounter();
  const rejected = { batch: NO_MONEY, file: NO_MONEY };
  for await (const chunk of chunks)
    yield* inChunks(
      nachaLines(reader.push(chunk), { latestDay, kept, progress, notes, occurrences, rejected }),
    );
  yield* inChunks(nachaLines(reader.end(), { latestDay, kept, progress, notes, occurrences, rejected }));
  notes.setWarnings(reader.problems.warnings, reader.problems.warningCount);
}

function* nachaLines(
  items: readonly NachaItem[],
  {
    latestDay,
    kept,
    progress,
    notes,
    occurrences,
    rejected,
  }: {
    latestDay: Day;
    kept: RetentionPeriod;
    progress: ReadingProgress;
    notes: ReceiptCollector;
    occurrences: OccurrenceCounter;
    /** Entries of the open batch and the open file. */
    rejected: Record<'batch' | 'file', Readonly<MoneyCount>>;
  },
): Generator<string, void> {
  for (const item of items) {
    if (item.type === 'batch' || item.type === 'file') {
      notes.addTotals(toFileControlTotals(item), { lines: item.lines, rejected: rejected[item.type] });
      rejected[item.type] = NO_MONEY;
      continue;
    }
    progress.rowsRead += 1;
    const position = { row: progress.rowsRead, line: item.record.line };
    const refuse = (money: RejectedRecord['money']): void => {
      rejected.batch = addMoney(rejected.batch, money);
      rejected.file = addMoney(rejected.file, money);
    };
    if (item.type === 'entry') {
      const entry = nachaEntryToLedgerRow(item, { latestDay });
      const tooOld = retentionProblem(entry, kept);
      if (tooOld !== null) {
        refuse({ direction: item.direction, cents: item.amountCents });
        yield rejectedLine({ ...position, problems: [tooOld], source: sourceOf(item) });
        continue;
      }
      const same = identityHash(entry);
      yield acceptedLine(
        { ...position, entry, isUnique: true },
        occurrenceHash(same, occurrences.count(same)),
      );
    } else {
      if (item.record.text.startsWith('6')) refuse(item.money);
      else notes.orphanCount += 1;
      yield rejectedLine({ ...position, problems: problemsOf(item), source: sourceOf(item) });
    }
  }
}

/** The entry's records, each on a line of its own. */
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

type MappingOf = () => Promise<CsvMapping>;

/** How each kind of file becomes rows. A kind without its reader is a type error. */
const COPY_TEXT_READERS: Readonly<
  Record<ImportedFileKind, (mappingOf: MappingOf) => Promise<CopyTextReader>>
> = {
  json: async () => jsonToCopyText,
  nacha: async () => nachaToCopyText,
  csv: async (mappingOf) => csvToCopyText(await mappingOf()),
};

/**
 * The reader for a file. What cannot be imported is read as JSON, which says what is wrong with it.
 *
 * @param mappingOf says how a CSV file is to be read
 */
export function copyTextReaderFor(
  content: Pick<FileKind, 'kind'>,
  mappingOf: MappingOf,
): Promise<CopyTextReader> {
  return COPY_TEXT_READERS[importedKindOf(content) ?? 'json'](mappingOf);
}
