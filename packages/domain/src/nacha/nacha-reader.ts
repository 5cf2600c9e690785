import { ImportFileError } from '../ledger/import-file-error.ts';
import { batchWithoutHeader, readBatchHeader } from './nacha-batch.ts';
import { ProblemList, problemAt, RECORD_TYPE, WHOLE_RECORD } from './nacha-problems.ts';
import type { NachaRecord } from './nacha-record.ts';
import { RecordSplitter } from './nacha-record-splitter.ts';
import {
  type NachaItem,
  OpenBatch,
  OpenFile,
  type ReaderOutput,
  rejectRecord,
  type UnusableBatch,
} from './open-nacha-file.ts';

/**
 * Type 1 with priority code 01, then a blank and a routing number or ten digits; or with any priority code and the fixed columns
 * 35–40: some programs write 00.
 */
const FILE_HEADER = /^1(?:01[ \d]\d{9}|\d{2}.{31}094101)/;
/** Type 5 with a service class and, in columns 51–53, a class. */
const BATCH_HEADER = /^5(?:200|220|225|280).{46}[A-Z]{3}/;
/** Type 6 with transaction code, routing number, an amount in its columns, and a trace number at the end. */
const ENTRY = /^6\d{11}.{17}\d{10}.{39}[01]\d{15}$/;
/** What transmission programs put before a file ("$$ADD ID=…"). */
const TRANSMISSION_LINE = /^\$\$.*$/;

/**
 * Whether a file is one of NACHA, told by its first records: a file header, or a batch header or an entry of a file that has
 * lost its header. Its name is hearsay.
 *
 * @param beginning one character per byte; at least two records, or the whole file
 */
export function looksLikeNacha(beginning: string): boolean {
  const lines = beginning.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const first = lines.find((line) => !TRANSMISSION_LINE.test(line)) ?? '';
  return FILE_HEADER.test(first) || BATCH_HEADER.test(first) || ENTRY.test(first.slice(0, 94));
}

/** Nines to the end: what fills the last block of ten records. */
const FILLER_RECORD = /^9+ *$/;
const WITHOUT_HEADER: UnusableBatch = {
  rule: 'batch_header_missing',
  sentence: 'no batch header stands above this entry, so its company, class and layout are unknown',
};
const UNREADABLE_HEADER: UnusableBatch = {
  rule: 'batch_header_unreadable',
  sentence: 'the batch header above this entry cannot be read, so its layout is unknown',
};

/**
 * Reads a NACHA file as its bytes arrive, in chunks cut anywhere: entries with their addenda, understood, and a receipt for
 * every batch and file against its own control record. Follows the Nacha Operating Rules, Appendix Three (record formats),
 * Four (returns) and Five (notifications of change).
 *
 * Nothing stops it: a record that cannot be understood is a problem, and the reader goes on with the next one. Files without
 * header or control, several files in one, and missing batch controls are read with a warning; entries without a readable
 * batch header are rejected, for their layout depends on it. Memory is bounded by one entry with its addenda and the chunk.
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
   * Takes the next bytes of the file.
   *
   * @returns what became complete
   * @throws ImportFileError for UTF-16 and UTF-32; the reader is of no use afterwards
   */
  push(chunk: Buffer): NachaItem[] {
    for (const record of this.#splitter.push(chunk)) this.#read(record);
    return this.#take();
  }

  /**
   * Says that there are no more bytes.
   *
   * @throws ImportFileError when the file is empty or holds no record of a NACHA file
   */
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
    switch (record.text[0]) {
      case '6':
        this.#openFileFor(record);
        this.#openBatchFor(record).addEntry(record);
        break;
      case '7':
        this.#openFileFor(record);
        this.#openBatchFor(record).addAddenda(record);
        break;
      case '5':
        this.#beginBatch(record);
        break;
      case '8':
        this.#openFileFor(record);
        if (this.#batch === null)
          this.#refuse(record, 'batch_header_missing', 'this batch control ends no batch');
        this.#closeBatch(record);
        break;
      case '9':
        if (FILLER_RECORD.test(record.text)) return;
        this.#openFileFor(record);
        this.#closeFile(record);
        break;
      case '1':
        this.#beginFile(record);
        break;
      default:
        this.#ignore(record);
    }
  }

  #beginFile(record: NachaRecord): void {
    // In the middle of a file only a whole header is believed: a damaged record must not end the file.
    if (this.#file !== null && !record.text.startsWith('101')) {
      this.#ignore(record);
      return;
    }
    this.#closeFile(null);
    this.#openFileFor(record);
  }

  #openFileFor(record: NachaRecord): void {
    if (this.#file === null) {
      this.#files += 1;
      this.#file = new OpenFile({ file: this.#files, first: record, findings: this });
    }
    this.#file.countRecord(record);
  }

  #beginBatch(record: NachaRecord): void {
    this.#openFileFor(record);
    this.#closeBatch(null);
    const file = this.#file;
    if (file === null) return;
    file.batches += 1;
    const { batch, isUsable, problems } = readBatchHeader(record, {
      file: file.file,
      batch: file.batches,
      fileCreationDate: file.creationDate,
    });
    for (const problem of problems) this.problems.addOfFrame(problem);
    const unusable = isUsable ? null : UNREADABLE_HEADER;
    this.#batch = new OpenBatch({ batch, hasHeader: true, unusable, findings: this });
    if (this.#batch.isAdv) file.hasAdvices = true;
  }

  /** The current batch, or one without a header that begins with this record. */
  #openBatchFor(record: NachaRecord): OpenBatch {
    if (this.#batch !== null) return this.#batch;
    const batch = batchWithoutHeader(record, { file: this.#files, batch: (this.#file?.batches ?? 0) + 1 });
    this.#batch = new OpenBatch({ batch, hasHeader: false, unusable: WITHOUT_HEADER, findings: this });
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

  #ignore(record: NachaRecord): void {
    const sentence = 'a record begins with 1, 5, 6, 7, 8 or 9; this one is left out';
    this.#refuse(record, 'unknown_record_type', sentence);
  }

  /** Outside of a file, banks and transmission programs put lines of their own: these are worth a warning only. */
  #refuse(record: NachaRecord, rule: 'unknown_record_type' | 'batch_header_missing', sentence: string): void {
    const place = rule === 'unknown_record_type' ? RECORD_TYPE : WHOLE_RECORD;
    const severity = this.#file === null ? 'warning' : 'error';
    const problem = problemAt(record, place, { rule, severity, sentence });
    if (severity === 'error') rejectRecord(this, record, problem);
    else this.problems.add(problem);
  }

  #take(): NachaItem[] {
    const { items } = this;
    this.items = [];
    return items;
  }
}
