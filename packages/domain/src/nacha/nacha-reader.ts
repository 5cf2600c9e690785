import { ImportFileError } from '../ledger/import-file-error.ts';
import { batchWithoutHeader, readBatchHeader } from './nacha-batch.ts';
import { ProblemList, type ProblemPosition, problemAt, WHOLE_RECORD } from './nacha-problems.ts';
import type { NachaRecord } from './nacha-record.ts';
import { RecordSplitter } from './nacha-record-splitter.ts';
import { type NachaItem, OpenBatch, OpenFile, type ReaderOutput, rejectRecord } from './open-nacha-file.ts';

/**
 * Type 1 with priority code 01, then a blank and a routing number or ten digits; or with any priority code and the fixed columns
 * 35–40: some programs write 00.
 */
const FILE_HEADER = /^1(?:01[ \d]\d{9}|\d{2}.{31}094101)/;
/** Type 5 with a service class and, in columns 51–53, a class. */
const BATCH_HEADER = /^5(?:200|220|225|280).{46}[A-Z]{3}/;
/** Type 6 with transaction code, routing number, an amount in its columns, and a trace number at the end. */
const ENTRY = /^6\d{11}.{17}\d{10}.{39}[01]\d{15}$/;

/**
 * Whether a file begins like a NACHA file, or with a batch header or an entry when its file header is missing.
 * @param beginning one character per byte; at least two records, or the whole file
 */
export function looksLikeNacha(beginning: string): boolean {
  const lines = beginning.split(/[\r\n]+/);
  // Transmission programs put lines like "$$ADD ID=…" before a file.
  const first = lines.find((line) => line.trim() !== '' && !line.startsWith('$$')) ?? '';
  return FILE_HEADER.test(first) || BATCH_HEADER.test(first) || ENTRY.test(first.slice(0, 94));
}

/** Nines fill the last block of ten records. */
const FILLER_RECORD = /^9+ *$/;
const RECORD_TYPE = { name: 'recordType', from: 1, to: 1 };
const WITHOUT_HEADER = {
  rule: 'batch_header_missing',
  sentence: 'no batch header stands above this entry, so its company, class and layout are unknown',
} as const;
const UNREADABLE_HEADER = {
  rule: 'batch_header_unreadable',
  sentence: 'the batch header above this entry cannot be read, so its layout is unknown',
} as const;

/**
 * Reads a NACHA file (Nacha Operating Rules, Appendix Three: record formats, Four: returns, Five: notifications of change)
 * in chunks that may be cut anywhere: entries with their addenda, and a receipt for each batch and file.
 *
 * A bad record is a problem, and reading goes on. Files without header or control, several files in one, and missing batch
 * controls give a warning; entries without a readable batch header are rejected, because their layout depends on it. Memory
 * is bounded by one entry with its addenda and the chunk.
 */
export class NachaReader implements ReaderOutput {
  items: NachaItem[] = [];
  readonly problems = new ProblemList();
  readonly #splitter = new RecordSplitter();
  #file: OpenFile | null = null;
  #batch: OpenBatch | null = null;
  #files = 0;
  #firstLine = 0;

  /**
   * @returns the items that became complete
   * @throws ImportFileError for UTF-16 and UTF-32; the reader cannot be used afterwards
   */
  push(chunk: Buffer): NachaItem[] {
    for (const record of this.#splitter.push(chunk)) this.#read(record);
    return this.#take();
  }

  /** @throws ImportFileError when the file is empty or holds no record of a NACHA file */
  end(): NachaItem[] {
    for (const record of this.#splitter.end()) this.#read(record);
    this.#closeFile(null);
    if (this.#firstLine === 0)
      throw new ImportFileError({
        code: 'empty_file',
        line: 1,
        message: 'the file is empty. Choose a file with entries.',
      });
    if (this.#files === 0) {
      const message = 'the file holds no record of a NACHA file. Its lines begin with 1, 5, 6, 7, 8 or 9.';
      throw new ImportFileError({ code: 'not_nacha', line: this.#firstLine, message });
    }
    return this.#take();
  }

  #read(record: NachaRecord): void {
    if (this.#firstLine === 0) this.#firstLine = record.line;
    const type = record.text[0] ?? '';
    // Within a file, a damaged record must not look like the next file header.
    const isHeader = type === '1' && (this.#file === null || record.text.startsWith('101'));
    if (isHeader) this.#closeFile(null);
    else if (!'56789'.includes(type)) {
      const sentence = 'a record begins with 1, 5, 6, 7, 8 or 9; this one is left out';
      this.#reject(record, RECORD_TYPE, { rule: 'unknown_record_type', sentence });
      return;
    } else if (type === '9' && FILLER_RECORD.test(record.text)) return;
    const file = this.#openFileFor(record);
    if (type === '5') this.#beginBatch(record, file);
    else if (type === '6') this.#openBatchFor(record, file).addEntry(record);
    else if (type === '7') this.#openBatchFor(record, file).addAddenda(record);
    else if (type === '8') {
      const sentence = 'this batch control ends no batch';
      if (this.#batch === null)
        this.#reject(record, WHOLE_RECORD, { rule: 'batch_header_missing', sentence });
      this.#closeBatch(record);
    } else if (type === '9') this.#closeFile(record);
  }

  #openFileFor(record: NachaRecord): OpenFile {
    if (this.#file === null) {
      this.#files += 1;
      this.#file = new OpenFile({ file: this.#files, first: record, output: this });
    }
    this.#file.countRecord(record);
    return this.#file;
  }

  #beginBatch(record: NachaRecord, file: OpenFile): void {
    this.#closeBatch(null);
    file.batches += 1;
    const { batch, isUsable, problems } = readBatchHeader(record, {
      file: file.file,
      batch: file.batches,
      fileCreationDate: file.creationDate,
    });
    for (const problem of problems) this.problems.addOfFrame(problem);
    const unusable = isUsable ? null : UNREADABLE_HEADER;
    this.#batch = new OpenBatch({ batch, hasHeader: true, unusable, output: this });
    if (this.#batch.isAdv) file.hasAdvices = true;
  }

  /** The current batch, or one without a header that begins with this record. */
  #openBatchFor(record: NachaRecord, { file, batches }: OpenFile): OpenBatch {
    this.#batch ??= new OpenBatch({
      batch: batchWithoutHeader(record, { file, batch: batches + 1 }),
      hasHeader: false,
      unusable: WITHOUT_HEADER,
      output: this,
    });
    return this.#batch;
  }

  #closeBatch(control: NachaRecord | null): void {
    if (this.#batch === null) return;
    this.#file?.addBatch(this.#batch.close(control));
    this.#batch = null;
  }

  #closeFile(control: NachaRecord | null): void {
    this.#closeBatch(null);
    this.#file?.close(control);
    this.#file = null;
  }

  /** Lines of banks and transmission programs outside of a file are only worth a warning. */
  #reject(record: NachaRecord, position: ProblemPosition, problem: Parameters<typeof problemAt>[2]): void {
    if (this.#file === null) this.problems.add(problemAt(record, position, problem));
    else rejectRecord(this, record, problemAt(record, position, { ...problem, severity: 'error' }));
  }

  #take(): NachaItem[] {
    const { items } = this;
    this.items = [];
    return items;
  }
}
