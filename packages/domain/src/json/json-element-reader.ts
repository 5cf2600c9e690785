import { ByteOrderMarkFilter, ImportFileError } from '../ledger/import-file-error.ts';
import { BYTE, type ByteMeaning, IS_BLANK, ListGrammar, ValueScanner } from './json-scanner.ts';
import { type ElementBatch, parseElements, type ScannedElement, UnreadableElement } from './parse-json-elements.ts';

export const DEFAULT_JSON_LIMITS = {
  /** Longer elements are rejected without storing their bytes. */
  maxElementBytes: 1024 ** 2,
  /** More deeply nested elements are rejected. */
  maxDepth: 32,
  /** Approximate number of bytes that are parsed together. */
  batchBytes: 1024 ** 2,
};
export type JsonReaderLimits = typeof DEFAULT_JSON_LIMITS;

const SLICE_BYTES = 256 * 1024;
const MAX_KEY_BYTES = 4096;
const DISPLAYED_ELEMENT_BYTES = 1024;

interface CurrentValue {
  meaning: ByteMeaning;
  start: number;
  line: number;
  /** The beginning of a value that exceeds its limit; the rest is dropped. */
  beginning: Buffer | null;
}

/**
 * Reads chunks that may be split anywhere. Keeps at most one element, one batch and one slice in memory. A bad element
 * becomes an `UnreadableElement`.
 */
export class JsonElementReader {
  readonly #grammar = new ListGrammar();
  readonly #scanner = new ValueScanner();
  #scanned: ScannedElement[] = [];
  #rows = 0;
  readonly #batches: ElementBatch[] = [];
  /** Unread bytes and the bytes of the collected elements. */
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;
  #at = 0;
  readonly #mark = new ByteOrderMarkFilter();
  #value: CurrentValue | null = null;

  constructor(private readonly limits: JsonReaderLimits = DEFAULT_JSON_LIMITS) {}

  /** @throws ImportFileError; the reader cannot be used afterwards */
  push(chunk: Buffer): ElementBatch[] {
    this.#read(this.#mark.push(chunk));
    return this.#batches.splice(0);
  }

  /** @throws ImportFileError when the file is empty or ends too early */
  end(): ElementBatch[] {
    this.#read(this.#mark.end());
    const line = this.#value?.line ?? this.#scanner.line;
    if (this.#grammar.isEmpty) {
      const message = 'the file is empty. Choose a file with transactions.';
      throw new ImportFileError({ code: 'empty_file', line, message });
    }
    if (!this.#grammar.isComplete) {
      const message = 'the file ends in the middle of its data. Export or copy the complete file again.';
      throw new ImportFileError({ code: 'truncated', line, message });
    }
    return this.#batches.splice(0);
  }

  #read(bytes: Buffer): void {
    for (let from = 0; from < bytes.length; from += SLICE_BYTES) {
      this.#append(bytes.subarray(from, from + SLICE_BYTES));
      this.#readBuffer();
    }
  }

  #readBuffer(): void {
    while (this.#at < this.#length) {
      if (this.#value === null) this.#accept(this.#buffer[this.#at] ?? 0);
      else {
        const end = this.#scanner.scan(this.#buffer, this.#at, this.#length);
        this.#at = end === -1 ? this.#length : end;
        if (end !== -1) this.#finishValue(this.#value);
      }
    }
    this.#dropUnneeded();
  }

  #accept(byte: number): void {
    if (byte === BYTE.newline) this.#scanner.line += 1;
    if (IS_BLANK[byte] === 1) {
      this.#at += 1;
      return;
    }
    const { line } = this.#scanner;
    const meaning = this.#grammar.accept(byte, line);
    if (meaning === 'mark' || meaning === 'listEnd') {
      this.#at += 1;
      if (meaning === 'listEnd') this.#flush();
      return;
    }
    this.#value = { meaning, start: this.#at, line, beginning: null };
    this.#scanner.begin(byte);
    if (meaning === 'skipped') this.#scanner.numbers = null;
  }

  #finishValue(value: CurrentValue): void {
    this.#value = null;
    const { meaning, start, beginning } = value;
    if (meaning === 'element') this.#finishElement(value);
    if (meaning === 'key')
      this.#grammar.finishKey(beginning === null ? this.#buffer.toString('utf8', start, this.#at) : null);
  }

  #finishElement({ start, line, beginning }: CurrentValue): void {
    const { maxElementBytes, maxDepth, batchBytes } = this.limits;
    const { deepest, keys, numbers } = this.#scanner;
    const tooLarge = beginning !== null || this.#at - start > maxElementBytes;
    if (!tooLarge && deepest <= maxDepth) {
      this.#scanned.push({ start, end: this.#at, line, keys, numbers: numbers ?? [] });
      if (this.#at - (this.#scanned[0]?.start ?? 0) >= batchBytes) this.#flush();
      return;
    }
    const bytes = beginning ?? this.#beginningFrom(start);
    const reason = tooLarge
      ? `the row is longer than ${maxElementBytes} bytes; check its braces and quotation marks`
      : `the row is nested deeper than ${maxDepth} levels; write each transaction as a flat list of fields`;
    this.#flush();
    this.#addBatch(bytes, [new UnreadableElement(reason)], [{ start: 0, end: bytes.length, line }]);
  }

  /** Parses the collected elements. Their batch keeps the buffer; unread bytes move to a new one. */
  #flush(): void {
    const scanned = this.#scanned;
    if (scanned.length === 0) return;
    const bytes = this.#buffer.subarray(0, this.#length);
    this.#addBatch(bytes, parseElements(bytes, scanned), scanned);
    this.#scanned = [];
    const unread = bytes.subarray(this.#at);
    this.#buffer = Buffer.allocUnsafeSlow(this.#buffer.length);
    this.#length = unread.copy(this.#buffer);
    this.#at = 0;
  }

  #addBatch(bytes: Buffer, elements: unknown[], scanned: Pick<ScannedElement, 'start' | 'end' | 'line'>[]) {
    this.#batches.push({
      elements,
      firstRow: this.#rows + 1,
      lines: scanned.map(({ line }) => line),
      raw: (index) => bytes.toString('utf8', scanned[index]?.start, scanned[index]?.end),
    });
    this.#rows += elements.length;
  }

  /** Drops bytes that are no longer needed, so values of any length can be skipped. */
  #dropUnneeded(): void {
    const value = this.#value;
    if (value !== null && value.meaning !== 'skipped' && value.beginning === null) {
      const limit = value.meaning === 'key' ? MAX_KEY_BYTES : this.limits.maxElementBytes;
      if (this.#length - value.start <= limit) return;
      const beginning = this.#beginningFrom(value.start);
      this.#flush();
      this.#scanner.numbers = null;
      this.#value = { ...value, beginning };
    }
    if (this.#scanned.length > 0) return;
    this.#length = 0;
    this.#at = 0;
  }

  #beginningFrom(start: number): Buffer {
    return Buffer.from(this.#buffer.subarray(start, Math.min(start + DISPLAYED_ELEMENT_BYTES, this.#at)));
  }

  #append(slice: Buffer): void {
    const length = this.#length + slice.length;
    if (length > this.#buffer.length) {
      const minimum = this.limits.batchBytes + 2 * SLICE_BYTES;
      const grown = Buffer.allocUnsafeSlow(Math.max(minimum, length, this.#buffer.length * 2));
      this.#buffer.copy(grown, 0, 0, this.#length);
      this.#buffer = grown;
    }
    slice.copy(this.#buffer, this.#length);
    this.#length = length;
  }
}
