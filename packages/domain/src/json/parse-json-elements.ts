import { ImportFileError } from '../ledger/import-file-error.ts';
import { BYTE } from './json-scanner.ts';

/** One number per element in each list. */
interface ElementPositions {
  starts: readonly number[];
  ends: readonly number[];
  lines: readonly number[];
}

/** About a megabyte of consecutive elements, parsed. */
export class ElementBatch {
  /**
   * Bare numbers are texts as in the file, because money must never become a floating-point number; rejected elements
   * are `UnreadableElement`.
   */
  readonly elements: readonly unknown[];
  /** Position in the file's list, from 1. */
  readonly firstRow: number;
  /** Of each element's first byte, from 1. */
  readonly lines: readonly number[];
  readonly #bytes: Buffer;
  readonly #positions: ElementPositions;

  constructor(batch: {
    elements: readonly unknown[];
    firstRow: number;
    bytes: Buffer;
    positions: ElementPositions;
  }) {
    this.elements = batch.elements;
    this.firstRow = batch.firstRow;
    this.lines = batch.positions.lines;
    this.#bytes = batch.bytes;
    this.#positions = batch.positions;
  }

  /** The element's text in the file; the beginning of an oversized one. */
  raw(index: number): string {
    return this.#bytes.toString('utf8', this.#positions.starts[index] ?? 0, this.#positions.ends[index] ?? 0);
  }
}

/** An element that cannot be a row, in a file that is otherwise readable. */
export class UnreadableElement {
  readonly field: string;
  readonly reason: string;

  constructor({ field, reason }: { field: string; reason: string }) {
    this.field = field;
    this.reason = reason;
  }
}

/** Elements side by side in `bytes`, with their commas between them. */
export interface ScannedElements {
  bytes: Buffer;
  positions: ElementPositions;
  /** Start and end of every bare number in `bytes`, in pairs, ascending. */
  numbers: readonly number[];
  /** Of each element; repeated keys counted each time. */
  keyCounts: readonly number[];
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Quotes bare numbers and parses all elements at once. An object with a repeated key becomes an `UnreadableElement`,
 * because `JSON.parse` would silently keep the last value.
 * @throws ImportFileError with the line of the first element that is not JSON
 */
export function parseElements(scanned: ScannedElements): unknown[] {
  const { starts, ends } = scanned.positions;
  const elements = parseList(scanned, starts[0] ?? 0, ends.at(-1) ?? 0);
  if (elements === null || elements.length !== starts.length) throw brokenElement(scanned);
  for (let index = 0; index < elements.length; index += 1) {
    const element: unknown = elements[index];
    if (typeof element !== 'object' || element === null || Array.isArray(element)) continue;
    if (Object.keys(element).length !== scanned.keyCounts[index]) elements[index] = repeatedKey();
  }
  return elements;
}

/** @returns null when the text is not JSON */
function parseList(scanned: ScannedElements, from: number, to: number): unknown[] | null {
  const text = quotedNumbers(scanned, from, to);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown[];
  } catch {
    return null;
  }
}

/** `[` + bytes + `]` with quoted numbers; null when a number is malformed or a key, or the bytes are not UTF-8. */
function quotedNumbers({ bytes, numbers }: ScannedElements, from: number, to: number): string | null {
  const list = Buffer.allocUnsafe(to - from + numbers.length + 2);
  let copied = from;
  let length = list.write('[', 0, 'latin1');
  for (let index = 0; index < numbers.length; index += 2) {
    const start = numbers[index] ?? 0;
    const end = numbers[index + 1] ?? 0;
    if (start < from || end > to) continue;
    if (!NUMBER.test(bytes.toString('latin1', start, end)) || nextMeaningful(bytes, end) === BYTE.colon)
      return null;
    length += bytes.copy(list, length, copied, start);
    list[length] = BYTE.quote;
    length += 1 + bytes.copy(list, length + 1, start, end);
    list[length] = BYTE.quote;
    length += 1;
    copied = end;
  }
  length += bytes.copy(list, length, copied, to);
  length += list.write(']', length, 'latin1');
  return decoded(list.subarray(0, length));
}

function nextMeaningful(bytes: Buffer, from: number): number | undefined {
  let at = from;
  while (at < bytes.length && (bytes[at] ?? 0) <= BYTE.space) at += 1;
  return bytes[at];
}

function decoded(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function brokenElement(scanned: ScannedElements): ImportFileError {
  const { starts, ends, lines } = scanned.positions;
  const broken = starts.findIndex(
    (start, index) => parseList(scanned, start, ends[index] ?? start)?.length !== 1,
  );
  const index = Math.max(0, broken);
  const line = lines[index] ?? 1;
  if (decoded(scanned.bytes.subarray(starts[index], ends[index])) === null) {
    const message =
      'the row that begins here holds characters that are not UTF-8. Export the file again as UTF-8.';
    return new ImportFileError({ code: 'wrong_encoding', line, message });
  }
  const message =
    'the row that begins here is not valid JSON. Check its quotes, commas and brackets, or export again.';
  return new ImportFileError({ code: 'not_json', line, message });
}

function repeatedKey(): UnreadableElement {
  return new UnreadableElement({
    field: 'row',
    reason: 'a field name stands twice in this row, so its value is ambiguous; keep one of them',
  });
}
