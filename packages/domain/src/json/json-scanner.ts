import { ImportFileError, type ImportFileErrorCode } from '../ledger/import-file-error.ts';

/** Bytes that mean something in JSON; all are ASCII and never part of a longer UTF-8 character. */
export const BYTE = {
  tab: 0x09,
  newline: 0x0a,
  carriageReturn: 0x0d,
  space: 0x20,
  quote: 0x22,
  comma: 0x2c,
  minus: 0x2d,
  zero: 0x30,
  nine: 0x39,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const;

/** 1 for the bytes at which the text inside quotes stops being plain: the quote, the backslash, control characters. */
const ENDS_PLAIN_TEXT = table((byte) => byte === BYTE.quote || byte === BYTE.backslash || byte < BYTE.space);

/** 1 for the bytes of which a number is made. */
const BELONGS_TO_NUMBER = table((byte) => '0123456789+-.eE'.includes(String.fromCharCode(byte)));

/** 1 for the bytes that end a value without brackets or quotes. */
const ENDS_SCALAR = table((byte) => ',]}: \t\r\n'.includes(String.fromCharCode(byte)));

/** 1 for the bytes with which a value can begin. */
const BEGINS_VALUE = table((byte) => '{["-0123456789tfn'.includes(String.fromCharCode(byte)));

function table(holds: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (holds(byte) ? 1 : 0));
}

/** What may come next, outside of values. */
type ExpectedByte =
  | 'start'
  | 'keyOrEnd'
  | 'key'
  | 'colon'
  | 'value'
  | 'commaOrEnd'
  | 'elementOrListEnd'
  | 'element'
  | 'commaOrListEnd'
  | 'nothing';

/** What the byte means: a mark of the grammar itself, the first byte of a value, or the end of the list of rows. */
export type ByteMeaning = 'mark' | 'key' | 'skipped' | 'element' | 'listEnd';

/** The list of rows of the second shape. */
const LIST_NAME = 'transactions';

/**
 * The two shapes of a JSON import, around their values: a list, or an object with a list under `transactions`. The reader
 * shows it every byte that is no blank and lies outside of values, and says which values have ended.
 */
export class ListGrammar {
  #expecting: ExpectedByte = 'start';
  #listIsWhole = false;
  #listSeen = false;
  #nextIsList = false;

  /** Whether nothing but blanks has come. */
  get isEmpty(): boolean {
    return this.#expecting === 'start';
  }

  get isComplete(): boolean {
    return this.#expecting === 'nothing';
  }

  /** @throws ImportFileError when the byte cannot stand here */
  meet(byte: number, line: number): ByteMeaning {
    switch (this.#expecting) {
      case 'start':
        return this.#meetStart(byte, line);
      case 'element':
        return this.#value('element', byte, line);
      case 'elementOrListEnd':
        return byte === BYTE.closeBracket ? this.#endList() : this.#value('element', byte, line);
      case 'commaOrListEnd':
        return byte === BYTE.closeBracket ? this.#endList() : this.#mark(BYTE.comma, 'element', byte, line);
      case 'keyOrEnd':
        return byte === BYTE.closeBrace ? this.#endObject(line) : this.#meetKey(byte, line);
      case 'key':
        return this.#meetKey(byte, line);
      case 'colon':
        return this.#mark(BYTE.colon, 'value', byte, line);
      case 'value':
        return this.#meetValue(byte, line);
      case 'commaOrEnd':
        return byte === BYTE.closeBrace ? this.#endObject(line) : this.#mark(BYTE.comma, 'key', byte, line);
      case 'nothing':
        throw error(
          'trailing_data',
          line,
          'there is something after the end of the data. Remove it, or export again.',
        );
    }
  }

  /** @param rawKey the key as it stands in the file, in quotes; null when it was too long to be kept */
  finishKey(rawKey: string | null): void {
    this.#nextIsList = rawKey !== null && isListName(rawKey);
    this.#expecting = 'colon';
  }

  finishElement(): void {
    this.#expecting = 'commaOrListEnd';
  }

  finishSkipped(): void {
    this.#expecting = 'commaOrEnd';
  }

  #meetStart(byte: number, line: number): ByteMeaning {
    this.#listIsWhole = byte === BYTE.openBracket;
    if (this.#listIsWhole) this.#expecting = 'elementOrListEnd';
    else if (byte === BYTE.openBrace) this.#expecting = 'keyOrEnd';
    else
      throw error(
        'not_json',
        line,
        'the file does not begin with [ or {. Choose a JSON file with transactions.',
      );
    return 'mark';
  }

  #meetKey(byte: number, line: number): ByteMeaning {
    if (byte !== BYTE.quote) throw unexpected(line);
    return 'key';
  }

  #meetValue(byte: number, line: number): ByteMeaning {
    if (!this.#nextIsList) return this.#value('skipped', byte, line);
    if (byte !== BYTE.openBracket) {
      throw error('no_transactions', line, '"transactions" must hold a list in [ ] with one { } per row.');
    }
    if (this.#listSeen) {
      throw error('not_json', line, 'there is a second "transactions" list. Put all rows into one list.');
    }
    this.#listSeen = true;
    this.#expecting = 'elementOrListEnd';
    return 'mark';
  }

  #endList(): ByteMeaning {
    this.#expecting = this.#listIsWhole ? 'nothing' : 'commaOrEnd';
    return 'listEnd';
  }

  #endObject(line: number): ByteMeaning {
    if (!this.#listSeen) {
      const advice = 'Put the rows into {"transactions": [ ]}, or into [ ].';
      throw error('no_transactions', line, `the object ends here without a "transactions" list. ${advice}`);
    }
    this.#expecting = 'nothing';
    return 'mark';
  }

  #mark(wanted: number, next: ExpectedByte, byte: number, line: number): ByteMeaning {
    if (byte !== wanted) throw unexpected(line);
    this.#expecting = next;
    return 'mark';
  }

  #value(meaning: ByteMeaning, byte: number, line: number): ByteMeaning {
    if (BEGINS_VALUE[byte] === 0) throw unexpected(line);
    return meaning;
  }
}

function isListName(rawKey: string): boolean {
  try {
    return JSON.parse(rawKey) === LIST_NAME;
  } catch {
    return false;
  }
}

function unexpected(line: number): ImportFileError {
  const message =
    'a comma, bracket, quote or colon is missing or too much here. Correct it, or export the file again.';
  return error('not_json', line, message);
}

function error(code: ImportFileErrorCode, line: number, message: string): ImportFileError {
  return new ImportFileError({ code, line, message });
}

/** What the scanner stopped in when the bytes ran out. */
type ScanState = 'structure' | 'text' | 'escape' | 'number' | 'scalar';

/**
 * Finds where a JSON value ends, without building it: nothing but brackets, quotes and line ends is looked at, so it is
 * several times faster than parsing and needs no memory, however deep or long the value is. Whether the value is well
 * formed is left to `JSON.parse`. A value may be cut anywhere between two calls.
 */
export class ValueScanner {
  /** Line of the byte that is looked at next, from 1. Line ends outside of values are counted by the caller. */
  line = 1;
  #inside: ScanState = 'structure';
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
