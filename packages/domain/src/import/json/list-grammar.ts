import { ImportFileError, type ImportFileErrorCode } from './import-file-error.ts';
import { BEGINS_VALUE, BYTE } from './json-bytes.ts';

/** What may come next, outside of values. */
type Expecting =
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
export type Meaning = 'mark' | 'key' | 'skipped' | 'element' | 'listEnd';

/** The list of rows of the second shape. */
const LIST_NAME = 'transactions';

/**
 * The two shapes of a JSON import, around their values: a list, or an object with a list under `transactions`. The reader
 * shows it every byte that is no blank and lies outside of values, and says which values have ended.
 */
export class ListGrammar {
  #expecting: Expecting = 'start';
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
  meet(byte: number, line: number): Meaning {
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

  #meetStart(byte: number, line: number): Meaning {
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

  #meetKey(byte: number, line: number): Meaning {
    if (byte !== BYTE.quote) throw unexpected(line);
    return 'key';
  }

  #meetValue(byte: number, line: number): Meaning {
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

  #endList(): Meaning {
    this.#expecting = this.#listIsWhole ? 'nothing' : 'commaOrEnd';
    return 'listEnd';
  }

  #endObject(line: number): Meaning {
    if (!this.#listSeen) {
      const advice = 'Put the rows into {"transactions": [ ]}, or into [ ].';
      throw error('no_transactions', line, `the object ends here without a "transactions" list. ${advice}`);
    }
    this.#expecting = 'nothing';
    return 'mark';
  }

  #mark(wanted: number, next: Expecting, byte: number, line: number): Meaning {
    if (byte !== wanted) throw unexpected(line);
    this.#expecting = next;
    return 'mark';
  }

  #value(meaning: Meaning, byte: number, line: number): Meaning {
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
