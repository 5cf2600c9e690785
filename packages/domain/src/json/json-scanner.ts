import { ImportFileError, type ImportFileErrorCode } from '../ledger/import-file-error.ts';

/** All ASCII, so never part of a multi-byte UTF-8 character. */
export const BYTE = {
  newline: 0x0a,
  space: 0x20,
  quote: 0x22,
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

/** Lookup tables indexed by byte; 1 for a match. */
const ENDS_PLAIN_TEXT = table((byte) => byte === BYTE.quote || byte === BYTE.backslash || byte < BYTE.space);

const BELONGS_TO_NUMBER = table((byte) => '0123456789+-.eE'.includes(String.fromCharCode(byte)));

const ENDS_SCALAR = table((byte) => ',]}: \t\r\n'.includes(String.fromCharCode(byte)));

export const IS_BLANK = table((byte) => ' \t\r\n'.includes(String.fromCharCode(byte)));

function table(holds: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (holds(byte) ? 1 : 0));
}

/** `mark`: punctuation · `listEnd`: the end of the list of rows · others: the first byte of a value. */
export type ByteMeaning = 'mark' | 'key' | 'skipped' | 'element' | 'listEnd';

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

/** Bytes, their meaning, and what is expected after them or after the value that they begin. */
type GrammarStep = readonly [bytes: string, meaning: ByteMeaning, next: ExpectedByte];

const VALUE_START = '{["-0123456789tfn';
const KEY: GrammarStep = ['"', 'key', 'colon'];
const OBJECT_END: GrammarStep = ['}', 'mark', 'nothing'];
const ELEMENT: GrammarStep = [VALUE_START, 'element', 'commaOrListEnd'];
const LIST_END: GrammarStep = [']', 'listEnd', 'commaOrEnd'];

const GRAMMAR: Readonly<Record<ExpectedByte, readonly GrammarStep[]>> = {
  start: [
    ['[', 'mark', 'elementOrListEnd'],
    ['{', 'mark', 'keyOrEnd'],
  ],
  keyOrEnd: [KEY, OBJECT_END],
  key: [KEY],
  colon: [[':', 'mark', 'value']],
  value: [[VALUE_START, 'skipped', 'commaOrEnd']],
  commaOrEnd: [[',', 'mark', 'key'], OBJECT_END],
  elementOrListEnd: [ELEMENT, LIST_END],
  element: [ELEMENT],
  commaOrListEnd: [[',', 'mark', 'element'], LIST_END],
  nothing: [],
};

const LIST_NAME = 'transactions';

/** A list, or an object with a list under `transactions`. `accept` takes every non-blank byte outside of values. */
export class ListGrammar {
  #expecting: ExpectedByte = 'start';
  #listIsWhole = false;
  #listSeen = false;
  #nextIsList = false;

  /** Only whitespace so far. */
  get isEmpty(): boolean {
    return this.#expecting === 'start';
  }

  get isComplete(): boolean {
    return this.#expecting === 'nothing';
  }

  /** @throws ImportFileError for an unexpected byte */
  accept(byte: number, line: number): ByteMeaning {
    const sign = String.fromCharCode(byte);
    if (this.#expecting === 'value' && this.#nextIsList) return this.#acceptList(sign, line);
    const step = GRAMMAR[this.#expecting].find(([bytes]) => bytes.includes(sign));
    if (step === undefined) throw this.#unexpected(line);
    const [, meaning, next] = step;
    if (this.#expecting === 'start') this.#listIsWhole = sign === '[';
    if (step === OBJECT_END && !this.#listSeen) {
      const advice = 'Put the rows in {"transactions": [ ]} or in [ ].';
      throw error('no_transactions', line, `the object ends here without a "transactions" list. ${advice}`);
    }
    this.#expecting = step === LIST_END && this.#listIsWhole ? 'nothing' : next;
    return meaning;
  }

  /** @param rawKey with its quotes; null when it was too long */
  finishKey(rawKey: string | null): void {
    this.#nextIsList = rawKey !== null && isListName(rawKey);
  }

  #acceptList(sign: string, line: number): ByteMeaning {
    if (sign !== '[') {
      throw error('no_transactions', line, '"transactions" must be a list in [ ] with one { } per row.');
    }
    if (this.#listSeen) {
      throw error('not_json', line, 'the file has a second "transactions" list. Put all rows in one list.');
    }
    this.#listSeen = true;
    this.#expecting = 'elementOrListEnd';
    return 'mark';
  }

  #unexpected(line: number): ImportFileError {
    if (this.isEmpty) {
      const message = 'the file does not begin with [ or {. Choose a JSON file with transactions.';
      return error('not_json', line, message);
    }
    if (this.isComplete) {
      const message = 'text follows the end of the data. Remove it, or export the file again.';
      return error('trailing_data', line, message);
    }
    const message =
      'a comma, bracket, quotation mark or colon is missing or misplaced here. Correct it, or export the file again.';
    return error('not_json', line, message);
  }
}

function isListName(rawKey: string): boolean {
  try {
    return JSON.parse(rawKey) === LIST_NAME;
  } catch {
    return false;
  }
}

function error(code: ImportFileErrorCode, line: number, message: string): ImportFileError {
  return new ImportFileError({ code, line, message });
}

/** What the scanner is inside of. */
type ScanState = 'structure' | 'text' | 'escape' | 'number' | 'scalar';

/** Finds the end of a JSON value from its brackets and quotes without parsing it. Calls may end in the middle of it. */
export class ValueScanner {
  /** Of the next byte, from 1. The caller counts line ends outside of values. */
  line = 1;
  /** Deepest level of nesting; 0 for text, numbers and words. */
  deepest = 0;
  /** Excludes the keys of nested objects. Repeated keys count each time. */
  keys = 0;
  /** Start and end of every bare number, in pairs; null to collect none, because a skipped value may hold millions. */
  numbers: number[] | null = [];
  #inside: ScanState = 'structure';
  #depth = 0;
  #numberStart = 0;

  /** The next `scan` must start at this byte. */
  begin(firstByte: number): void {
    const opens = firstByte === BYTE.openBrace || firstByte === BYTE.openBracket || firstByte === BYTE.quote;
    this.#inside = opens ? 'structure' : 'scalar';
    this.#depth = 0;
    this.deepest = 0;
    this.keys = 0;
    this.numbers = [];
  }

  /** @returns -1 if the value continues beyond `to` @throws ImportFileError for a control character in quotes */
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

  /** An import spends most of its reading time in this loop and the next. */
  #scanStructure(bytes: Uint8Array, from: number, to: number): number {
    for (let at = from; at < to; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === BYTE.quote) {
        this.#inside = 'text';
        return at + 1;
      }
      if (byte === BYTE.colon) {
        if (this.#depth === 1) this.keys += 1;
      } else if (byte === BYTE.newline) {
        this.line += 1;
      } else if (byte === BYTE.openBrace || byte === BYTE.openBracket) {
        this.#depth += 1;
        if (this.#depth > this.deepest) this.deepest = this.#depth;
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
      if (byte !== BYTE.backslash) {
        const message =
          'a text value has no closing quotation mark on its line, or contains a control character such as NUL. ' +
          'Correct the line, or export the file again.';
        throw new ImportFileError({ code: 'not_json', line: this.line, message });
      }
      at += 2;
    }
    // The escaped character comes first in the next bytes.
    if (at > to) this.#inside = 'escape';
    return to;
  }

  #scanNumber(bytes: Uint8Array, from: number, to: number): number {
    let at = from;
    while (at < to && BELONGS_TO_NUMBER[bytes[at] ?? 0] === 1) at += 1;
    if (at < to) {
      this.numbers?.push(this.#numberStart, at);
      this.#inside = 'structure';
    }
    return at;
  }
}
