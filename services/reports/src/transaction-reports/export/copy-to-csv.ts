import { Transform, type TransformCallback } from 'node:stream';

const TAB = 0x09;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** What b, f, n, r, t and v behind a backslash stand for in the text format of COPY; anything else stands for itself. */
const ESCAPED: Readonly<Record<number, number>> = {
  0x62: 8,
  0x66: 12,
  0x6e: NEWLINE,
  0x72: RETURN,
  0x74: TAB,
  0x76: 11,
};
/** How COPY writes NULL: a backslash and this. */
const NULL_LETTER = 'N'.charCodeAt(0);
/** A spreadsheet takes a cell that begins so for a formula, as packages/service-kit/src/csv/csv-line.ts has it; no text of PostgreSQL holds NUL. */
const FORMULA_STARTS: ReadonlySet<number> = new Set(Buffer.from('=+-@\t\r'));
/** Of a cell of one byte, written in the most laborious way: quotes, apostrophe and twice itself, and what separates. */
const LONGEST_GROWTH = 4;

/**
 * Turns what PostgreSQL writes for `COPY … TO STDOUT` (text format: PostgreSQL manual, COPY) into comma-separated values
 * (RFC 4180) with harmless cells, byte by byte: a report of a million rows is never text in this program. What it makes of a
 * row is what `csvLine` makes of it.
 */
export class CopyToCsv extends Transform {
  /** Rows that went out. */
  rows = 0;
  private rest: Buffer[] = [];
  private readonly writer = new CsvWriter();

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const end = chunk.lastIndexOf(NEWLINE);
    if (end === -1) {
      if (chunk.length > 0) this.rest.push(chunk);
      done();
      return;
    }
    const lines =
      this.rest.length === 0
        ? chunk.subarray(0, end + 1)
        : Buffer.concat([...this.rest, chunk.subarray(0, end + 1)]);
    this.rest = end + 1 < chunk.length ? [chunk.subarray(end + 1)] : [];
    this.rows += this.writer.write(lines);
    done(null, this.writer.taken());
  }

  override _flush(done: TransformCallback): void {
    done(this.rest.length === 0 ? null : new Error('PostgreSQL ended in the middle of a row'));
  }
}

class CsvWriter {
  /** Written over again and again: what is taken is copied, so that nothing large is left behind by each piece. */
  private bytes = Buffer.alloc(0);
  private at = 0;

  taken(): Buffer {
    return Buffer.from(this.bytes.subarray(0, this.at));
  }

  /** @returns how many lines there were */
  write(lines: Buffer): number {
    if (this.bytes.length < lines.length * LONGEST_GROWTH)
      this.bytes = Buffer.allocUnsafe(lines.length * LONGEST_GROWTH);
    this.at = 0;
    let rows = 0;
    let start = 0;
    let isPlain = true;
    let isEscaped = false;
    for (let at = 0; at < lines.length; at += 1) {
      const byte = lines[at];
      if (byte === TAB || byte === NEWLINE) {
        if (isEscaped) this.writeCell(unescaped(lines.subarray(start, at)));
        else if (isPlain) this.copyCell(lines, start, at);
        else this.writeCell(lines.subarray(start, at));
        if (byte === TAB) this.put(COMMA);
        else {
          this.put(RETURN);
          this.put(NEWLINE);
          rows += 1;
        }
        start = at + 1;
        isPlain = true;
        isEscaped = false;
      } else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === COMMA || byte === QUOTE) isPlain = false;
    }
    return rows;
  }

  private put(byte: number): void {
    this.bytes[this.at] = byte;
    this.at += 1;
  }

  /** A cell in which nothing has to be quoted or unescaped; most are. */
  private copyCell(lines: Buffer, start: number, end: number): void {
    if (start === end) return;
    if (FORMULA_STARTS.has(lines[start] ?? 0)) this.put(APOSTROPHE);
    this.at += lines.copy(this.bytes, this.at, start, end);
  }

  private writeCell(cell: Uint8Array): void {
    const isQuoted = cell.some(
      (byte) => byte === COMMA || byte === QUOTE || byte === RETURN || byte === NEWLINE,
    );
    if (isQuoted) this.put(QUOTE);
    if (FORMULA_STARTS.has(cell[0] ?? 0)) this.put(APOSTROPHE);
    for (const byte of cell) {
      if (byte === QUOTE) this.put(QUOTE);
      this.put(byte);
    }
    if (isQuoted) this.put(QUOTE);
  }
}

/** What a cell says; NULL and an empty text are both nothing in a table. */
function unescaped(cell: Buffer): Uint8Array {
  if (cell.length === 2 && cell[1] === NULL_LETTER) return new Uint8Array();
  const said: number[] = [];
  for (let at = 0; at < cell.length; at += 1) {
    const byte = cell[at] ?? 0;
    if (byte !== BACKSLASH) said.push(byte);
    else {
      at += 1;
      const letter = cell[at] ?? 0;
      said.push(ESCAPED[letter] ?? letter);
    }
  }
  return Uint8Array.from(said);
}
