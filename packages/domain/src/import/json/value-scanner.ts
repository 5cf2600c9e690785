import { ImportFileError } from './import-file-error.ts';
import { BELONGS_TO_NUMBER, BYTE, ENDS_PLAIN_TEXT, ENDS_SCALAR } from './json-bytes.ts';

/** What the scanner stopped in when the bytes ran out. */
type Inside = 'structure' | 'text' | 'escape' | 'number' | 'scalar';

/**
 * Finds where a JSON value ends, without building it: nothing but brackets, quotes and line ends is looked at, so it is
 * several times faster than parsing and needs no memory, however deep or long the value is. Whether the value is well
 * formed is left to `JSON.parse`. A value may be cut anywhere between two calls.
 */
export class ValueScanner {
  /** Line of the byte that is looked at next, from 1. Line ends outside of values are counted by the caller. */
  line = 1;
  #inside: Inside = 'structure';
  #depth = 0;
  #deepest = 0;
  #keys = 0;
  #numberStart = 0;
  #numbers: number[] | null = [];

  /** The deepest nesting of the value so far; 0 for text, numbers and words. */
  get deepest(): number {
    return this.#deepest;
  }

  /** Keys of the value itself, those of nested objects not counted, repeated ones counted each time. */
  get keys(): number {
    return this.#keys;
  }

  /** Start and end of every bare number so far, pairwise, as positions in the scanned bytes; empty once forgotten. */
  get numbers(): readonly number[] {
    return this.#numbers ?? [];
  }

  /** From here to the end of the value its numbers are not noted: a value that nobody keeps may hold millions. */
  forgetNumbers(): void {
    this.#numbers = null;
  }

  /** Begins a value; the next `scan` starts at its first byte. */
  begin(firstByte: number): void {
    const opens = firstByte === BYTE.openBrace || firstByte === BYTE.openBracket || firstByte === BYTE.quote;
    this.#inside = opens ? 'structure' : 'scalar';
    this.#depth = 0;
    this.#deepest = 0;
    this.#keys = 0;
    this.#numbers = [];
  }

  /**
   * Goes on with the value.
   *
   * @returns the position after its last byte, or -1 when it goes on beyond `to`
   * @throws ImportFileError for a line end or another control character inside quotes, which JSON forbids: nearly always
   * a closing quote is missing, and reading on would turn the rest of the file inside out
   */
  scan(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    while (at < to) {
      if (this.#inside === 'structure') at = this.#scanStructure(bytes, at, to);
      else if (this.#inside === 'text') at = this.#scanText(bytes, at, to);
      else if (this.#inside === 'number') at = this.#scanNumber(bytes, at, to);
      else if (this.#inside === 'scalar') {
        while (at < to && ENDS_SCALAR[bytes[at] ?? 0] === 0) at += 1;
        return at < to ? at : -1;
      } else {
        this.#inside = 'text';
        at += 1;
      }
      if (this.#depth === 0 && this.#inside === 'structure') return at;
    }
    return -1;
  }

  /** Until text or a number begins or the value ends. This loop and the next are where an import spends its reading. */
  #scanStructure(bytes: Uint8Array, from: number, to: number): number {
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === BYTE.quote) {
        this.#inside = 'text';
        return at + 1;
      }
      if (byte === BYTE.colon) {
        if (this.#depth === 1) this.#keys += 1;
      } else if (byte === BYTE.newline) {
        this.line += 1;
      } else if (byte === BYTE.openBrace || byte === BYTE.openBracket) {
        this.#depth += 1;
        if (this.#depth > this.#deepest) this.#deepest = this.#depth;
      } else if (byte === BYTE.closeBrace || byte === BYTE.closeBracket) {
        this.#depth -= 1;
        if (this.#depth === 0) return at + 1;
      } else if (byte === BYTE.minus || (byte >= BYTE.zero && byte <= BYTE.nine)) {
        this.#inside = 'number';
        this.#numberStart = at;
        return at;
      }
    }
    return to;
  }

  #scanText(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    while (at < to) {
      while (at < to && ENDS_PLAIN_TEXT[bytes[at] ?? 0] === 0) at += 1;
      if (at === to) return at;
      const byte = bytes[at];
      if (byte === BYTE.quote) {
        this.#inside = 'structure';
        return at + 1;
      }
      if (byte !== BYTE.backslash) throw this.#controlCharacter();
      at += 2;
    }
    // The backslash was the last byte: what it escapes comes first in the next bytes.
    if (at > to) this.#inside = 'escape';
    return to;
  }

  #scanNumber(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    while (at < to && BELONGS_TO_NUMBER[bytes[at] ?? 0] === 1) at += 1;
    if (at < to) {
      this.#numbers?.push(this.#numberStart, at);
      this.#inside = 'structure';
    }
    return at;
  }

  #controlCharacter(): ImportFileError {
    return new ImportFileError({
      code: 'not_json',
      line: this.line,
      message:
        'a text is not closed by a quote before the line ends, or holds a control character such as NUL. ' +
        'Correct the line or export the file again.',
    });
  }
}
