export type ImportFileErrorCode =
  | 'empty_file'
  | 'wrong_encoding'
  | 'not_json'
  | 'not_nacha'
  | 'no_mapping'
  | 'no_transactions'
  | 'truncated'
  | 'trailing_data';

/** The message states what is wrong, where, and what to do. It never quotes the file. */
export class ImportFileError extends Error {
  readonly code: ImportFileErrorCode;
  /** Counted from 1. */
  readonly line: number;

  constructor({ code, line, message }: { code: ImportFileErrorCode; line: number; message: string }) {
    super(`Line ${line}: ${message}`);
    this.name = 'ImportFileError';
    this.code = code;
    this.line = line;
  }
}

const BYTE_ORDER_MARK_BYTES = 4;
const NO_BYTES = Buffer.alloc(0);

/** Removes the UTF-8 byte order mark from a file that arrives in chunks. */
export class ByteOrderMarkFilter {
  /** Null after the beginning of the file has been checked. */
  #head: Buffer | null = NO_BYTES;

  /** @throws ImportFileError for UTF-16 and UTF-32 */
  push(chunk: Buffer): Buffer {
    if (this.#head === null) return chunk;
    this.#head = Buffer.concat([this.#head, chunk]);
    return this.#head.length < BYTE_ORDER_MARK_BYTES ? NO_BYTES : this.end();
  }

  /** The bytes of a file that is too short for `push` to check; otherwise empty. */
  end(): Buffer {
    const head = this.#head ?? NO_BYTES;
    this.#head = null;
    return head.subarray(byteOrderMarkLength(head));
  }
}

/** In bytes, 0 without a mark. @throws ImportFileError for UTF-16 and UTF-32, detected by a mark or zero bytes */
export function byteOrderMarkLength(beginning: Buffer): number {
  const [first, second, third] = beginning;
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const hasZeroBytes = beginning.length > 1 && (first === 0) !== (second === 0);
  if (isMarked || hasZeroBytes || (first === 0 && second === 0 && third === 0xfe)) {
    const message = 'the file is encoded in UTF-16 or UTF-32. Export or save it again as UTF-8.';
    throw new ImportFileError({ code: 'wrong_encoding', line: 1, message });
  }
  return first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
}

/** Position of the next `mark`; Infinity without one. */
export function positionOf(text: string, mark: string, from: number): number {
  const at = text.indexOf(mark, from);
  return at === -1 ? Infinity : at;
}
