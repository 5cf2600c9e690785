import { ByteOrderMarkFilter, positionOf } from '../ledger/import-file-error.ts';
import {
  asUtf8Columns,
  hasUnbrokenRecords,
  MAX_UTF8_LINE_BYTES,
  type NachaRecord,
  RECORD_COLUMNS,
} from './nacha-record.ts';

const SLICE_BYTES = 64 * 1024;
/** Spaces, tabs, NUL fill and the end-of-file mark used by old systems (Ctrl-Z). */
// oxlint-disable-next-line no-control-regex
const BLANK_LINE = /^[ \t\0\x1a]*$/;
const UTF8_MARK = '\u00ef\u00bb\u00bf';
const LINE_FEED = '\n';
const CARRIAGE_RETURN = '\r';

/**
 * Splits chunks, which may end anywhere, into lines, or into records of 94 bytes if there are no line breaks. Blank
 * lines are included in line numbers. Memory use is limited to one slice.
 */
export class RecordSplitter {
  readonly #records: NachaRecord[] = [];
  /** The unfinished line, one character per byte. */
  #rest = '';
  #line = 1;
  #isSlabs = false;
  /** The first 94 bytes of a line that is too long; `length` excludes trailing spaces. */
  #tooLong: { beginning: string; length: number; passed: number } | null = null;
  #endsWithReturn = false;
  readonly #mark = new ByteOrderMarkFilter();

  /** @throws ImportFileError for UTF-16 and UTF-32; the splitter cannot be used afterwards */
  push(chunk: Buffer): NachaRecord[] {
    const bytes = this.#mark.push(chunk);
    for (let from = 0; from < bytes.length; from += SLICE_BYTES) this.#cut(bytes.subarray(from, from + SLICE_BYTES));
    return this.#records.splice(0);
  }

  end(): NachaRecord[] {
    this.#cut(this.#mark.end());
    this.#endLine(this.#rest);
    return this.#records.splice(0);
  }

  #cut(slice: Buffer): void {
    const text = this.#rest + slice.toString('latin1');
    let at = this.#endsWithReturn && text.startsWith(LINE_FEED) ? 1 : 0;
    this.#endsWithReturn = false;
    let lineFeed = -1;
    let carriageReturn = -1;
    while (at < text.length) {
      if (lineFeed < at) lineFeed = positionOf(text, LINE_FEED, at);
      if (carriageReturn < at) carriageReturn = positionOf(text, CARRIAGE_RETURN, at);
      const end = Math.min(lineFeed, carriageReturn);
      if (end === Infinity) break;
      this.#endLine(text.slice(at, end));
      at = end + 1;
      if (end !== carriageReturn) continue;
      if (at === text.length) this.#endsWithReturn = true;
      else if (lineFeed === at) at += 1;
    }
    this.#keep(text.slice(at));
  }

  #keep(rest: string): void {
    this.#rest = rest;
    if (this.#tooLong === null && !this.#isSlabs && rest.length > MAX_UTF8_LINE_BYTES) {
      this.#isSlabs = hasUnbrokenRecords(rest);
      const beginning = rest.slice(0, RECORD_COLUMNS);
      if (!this.#isSlabs) this.#tooLong = { beginning, length: RECORD_COLUMNS, passed: 0 };
    }
    if (this.#passTooLong(rest)) this.#rest = '';
    else if (this.#isSlabs) this.#rest = this.#slabs(rest);
  }

  /** @returns false unless the line is too long */
  #passTooLong(text: string): boolean {
    const line = this.#tooLong;
    if (line === null) return false;
    const meant = text.trimEnd().length;
    if (meant > 0) line.length = Math.max(RECORD_COLUMNS, line.passed + meant);
    line.passed += text.length;
    return true;
  }

  #endLine(line: string): void {
    if (this.#tooLong !== null) {
      this.#passTooLong(line);
      const { beginning, length } = this.#tooLong;
      this.#tooLong = null;
      this.#add({ line: this.#line, raw: beginning, text: beginning, length });
    } else if (this.#isSlabs || hasUnbrokenRecords(line)) {
      const rest = this.#slabs(line);
      this.#isSlabs = false;
      if (rest === '') this.#line -= 1;
      else this.#addLine(rest);
    } else this.#addLine(line);
    this.#line += 1;
  }

  /** @returns the rest after the last whole record */
  #slabs(text: string): string {
    let at = 0;
    for (; at + RECORD_COLUMNS <= text.length; at += RECORD_COLUMNS) {
      this.#addLine(text.slice(at, at + RECORD_COLUMNS));
      this.#line += 1;
    }
    return text.slice(at);
  }

  #addLine(marked: string): void {
    // In concatenated files, each file keeps its UTF-8 byte order mark.
    const line = marked.charCodeAt(0) === 0xef && marked.startsWith(UTF8_MARK) ? marked.slice(3) : marked;
    if (line.length <= RECORD_COLUMNS) {
      this.#add({ line: this.#line, raw: line, text: line.padEnd(RECORD_COLUMNS), length: line.length });
      return;
    }
    const length = Math.max(line.trimEnd().length, RECORD_COLUMNS);
    const decoded = length > RECORD_COLUMNS ? asUtf8Columns(line)?.padEnd(RECORD_COLUMNS) : undefined;
    const raw = line.slice(0, RECORD_COLUMNS);
    if (decoded === undefined) this.#add({ line: this.#line, raw, text: raw, length });
    else this.#add({ line: this.#line, raw: line, text: decoded, length: RECORD_COLUMNS });
  }

  #add(record: NachaRecord): void {
    if (record.text.charCodeAt(0) <= 0x20 && BLANK_LINE.test(record.text)) return;
    this.#records.push(record);
  }
}
