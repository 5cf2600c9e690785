import { byteOrderMarkLength, ENCODING_BYTES } from './byte-order-mark.ts';
import type { ElementBatch } from './element-batch.ts';
import { ElementCollector } from './element-collector.ts';
import { ImportFileError } from './import-file-error.ts';
import { BYTE } from './json-bytes.ts';
import { ListGrammar, type Meaning } from './list-grammar.ts';
import { ValueScanner } from './value-scanner.ts';

export interface JsonReaderLimits {
  /** A longer element is a rejected row; its bytes are passed over, never held. */
  maxElementBytes: number;
  /** An element nested deeper is a rejected row. */
  maxDepth: number;
  /** Elements are parsed together in batches of about so many bytes. */
  batchBytes: number;
}

export const DEFAULT_JSON_LIMITS: JsonReaderLimits = {
  maxElementBytes: 1024 ** 2,
  maxDepth: 32,
  batchBytes: 1024 ** 2,
};

/** Chunks are taken over in slices of this size, which bounds what is held beside one element and one batch. */
const SLICE_BYTES = 256 * 1024;
/** The name of the list is shorter; a longer key is passed over. */
const MAX_KEY_BYTES = 4096;
/** Of an element that is too large so much is kept, to show what it was. */
const KEPT_BYTES = 1024;

/** A value that has begun. */
interface CurrentValue {
  meaning: Meaning;
  /** Position of its first byte in the buffer. */
  start: number;
  line: number;
  /** The beginning of a value that outgrew its limit; its bytes are no longer kept. */
  passedOver: Buffer | null;
}

/**
 * Reads the rows of a JSON import as its bytes arrive, in chunks cut anywhere. Two shapes are understood: a list of
 * objects, and an object with such a list under `transactions`, whatever else it holds. Memory is bounded by one element,
 * one batch and one slice, however large the file is.
 *
 * Every problem of the file as a whole is an `ImportFileError` with the line and what to do; what is wrong with one
 * element only (too large, too deep, a repeated key) makes it an `UnreadableElement` and leaves the file readable.
 */
export class JsonElementReader {
  readonly #limits: JsonReaderLimits;
  readonly #grammar = new ListGrammar();
  readonly #scanner = new ValueScanner();
  readonly #collector = new ElementCollector();
  #batches: ElementBatch[] = [];
  /** Bytes that are still needed: those not read yet, and those of the gathered elements. */
  #buffer: Buffer = Buffer.alloc(0);
  #length = 0;
  #at = 0;
  #encodingIsKnown = false;
  /** The value that is being scanned, null between values. */
  #value: CurrentValue | null = null;

  constructor(limits: JsonReaderLimits = DEFAULT_JSON_LIMITS) {
    this.#limits = limits;
  }

  /**
   * Takes the next bytes of the file.
   *
   * @returns the batches that became complete
   * @throws ImportFileError; the reader is of no use afterwards
   */
  push(chunk: Buffer): ElementBatch[] {
    for (let from = 0; from < chunk.length; from += SLICE_BYTES) {
      this.#append(chunk.subarray(from, from + SLICE_BYTES));
      if (this.#encodingIsKnown || this.#length >= ENCODING_BYTES) this.#read();
    }
    return this.#takeBatches();
  }

  /**
   * Says that there are no more bytes.
   *
   * @throws ImportFileError when the file is empty or ends too early
   */
  end(): ElementBatch[] {
    this.#read();
    const line = this.#value?.line ?? this.#scanner.line;
    if (this.#grammar.isEmpty) {
      const message = 'the file is empty. Choose a file with transactions.';
      throw new ImportFileError({ code: 'empty_file', line, message });
    }
    if (!this.#grammar.isComplete) {
      const message =
        'the file ends before this is complete. It was probably cut off; export or copy it again.';
      throw new ImportFileError({ code: 'truncated', line, message });
    }
    return this.#takeBatches();
  }

  #read(): void {
    if (!this.#encodingIsKnown) {
      this.#at = byteOrderMarkLength(this.#buffer.subarray(0, this.#length));
      this.#encodingIsKnown = true;
    }
    while (this.#at < this.#length) {
      if (this.#value === null) this.#meet(this.#buffer[this.#at] ?? 0);
      else {
        const end = this.#scanner.scan(this.#buffer, this.#at, this.#length);
        this.#at = end === -1 ? this.#length : end;
        if (end !== -1) this.#finishValue(this.#value);
      }
    }
    this.#letGo();
  }

  #meet(byte: number): void {
    if (byte === BYTE.newline) this.#scanner.line += 1;
    if (byte === BYTE.newline || byte === BYTE.space || byte === BYTE.tab || byte === BYTE.carriageReturn) {
      this.#at += 1;
      return;
    }
    const meaning = this.#grammar.meet(byte, this.#scanner.line);
    if (meaning === 'mark' || meaning === 'listEnd') {
      this.#at += 1;
      if (meaning === 'listEnd') this.#flush();
      return;
    }
    this.#value = { meaning, start: this.#at, line: this.#scanner.line, passedOver: null };
    this.#scanner.begin(byte);
    if (meaning === 'skipped') this.#scanner.forgetNumbers();
  }

  #finishValue(value: CurrentValue): void {
    this.#value = null;
    if (value.meaning === 'skipped') this.#grammar.finishSkipped();
    else if (value.meaning === 'key') {
      const isKept = value.passedOver === null;
      this.#grammar.finishKey(isKept ? this.#buffer.toString('utf8', value.start, this.#at) : null);
    } else {
      this.#grammar.finishElement();
      this.#finishElement(value);
    }
  }

  #finishElement({ start, line, passedOver }: CurrentValue): void {
    const { maxElementBytes, maxDepth, batchBytes } = this.#limits;
    const { deepest, keys, numbers } = this.#scanner;
    const tooLarge = passedOver !== null || this.#at - start > maxElementBytes;
    if (!tooLarge && deepest <= maxDepth) {
      this.#collector.add({ start, end: this.#at, line, keys, numbers });
      if (this.#collector.byteLength >= batchBytes) this.#flush();
      return;
    }
    const beginning = passedOver ?? this.#beginningFrom(start);
    const reason = tooLarge
      ? `the row is longer than ${maxElementBytes} bytes; a transaction is a short list of fields`
      : `the row is nested deeper than ${maxDepth} levels; a transaction is a flat list of fields`;
    this.#flush();
    this.#batches.push(this.#collector.unreadable({ beginning, reason, line }));
  }

  /** Parses the gathered elements. Their batch keeps the buffer; what is not read yet moves to a new one. */
  #flush(): void {
    if (this.#collector.isEmpty) return;
    this.#batches.push(this.#collector.flush(this.#buffer.subarray(0, this.#length)));
    const unread = this.#buffer.subarray(this.#at, this.#length);
    this.#buffer = Buffer.allocUnsafeSlow(this.#buffer.length);
    this.#length = unread.copy(this.#buffer);
    this.#at = 0;
  }

  /** Forgets bytes that nobody needs any more, so that a value of any length can be passed over. */
  #letGo(): void {
    const value = this.#value;
    const needed = value === null || value.meaning === 'skipped' ? 0 : this.#length - value.start;
    if (value !== null && value.passedOver === null && needed > this.#limitOf(value.meaning)) {
      const beginning = this.#beginningFrom(value.start);
      this.#flush();
      this.#scanner.forgetNumbers();
      this.#value = { ...value, passedOver: beginning };
    }
    const isKept = value !== null && value.meaning !== 'skipped' && this.#value?.passedOver === null;
    if (isKept || !this.#collector.isEmpty) return;
    this.#length = 0;
    this.#at = 0;
  }

  #limitOf(meaning: Meaning): number {
    return meaning === 'key' ? MAX_KEY_BYTES : this.#limits.maxElementBytes;
  }

  #beginningFrom(start: number): Buffer {
    return Buffer.from(this.#buffer.subarray(start, Math.min(start + KEPT_BYTES, this.#at)));
  }

  #append(slice: Buffer): void {
    const length = this.#length + slice.length;
    if (length > this.#buffer.length) {
      const least = this.#limits.batchBytes + 2 * SLICE_BYTES;
      const grown = Buffer.allocUnsafeSlow(Math.max(least, length, this.#buffer.length * 2));
      this.#buffer.copy(grown, 0, 0, this.#length);
      this.#buffer = grown;
    }
    slice.copy(this.#buffer, this.#length);
    this.#length = length;
  }

  #takeBatches(): ElementBatch[] {
    const batches = this.#batches;
    this.#batches = [];
    return batches;
  }
}
