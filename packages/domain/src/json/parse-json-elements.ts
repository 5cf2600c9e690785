import { ImportFileError } from '../ledger/import-file-error.ts';
import { BYTE } from './json-scanner.ts';

/** Where the elements of a batch lie in its bytes, one number per element in each list. */
interface ElementPositions {
  starts: readonly number[];
  ends: readonly number[];
  lines: readonly number[];
}

/** About a megabyte of consecutive elements of the import's list, parsed. */
export class ElementBatch {
  /**
   * The parsed elements. Bare numbers within them are texts, character for character as in the file, because money must never pass
   * through a floating-point number; elements that cannot be taken as rows are `UnreadableElement`.
   */
  readonly elements: readonly unknown[];
  /** Position of the first element in the file's list, from 1. */
  readonly firstRow: number;
  /** Line of each element's first byte, from 1. */
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

  /** The element as it stands in the file (of an oversized one, its beginning). */
  raw(index: number): string {
    return this.#bytes.toString('utf8', this.#positions.starts[index] ?? 0, this.#positions.ends[index] ?? 0);
  }
}

/** Stands in a batch for an element that cannot be taken as a row, though the file around it is readable. */
export class UnreadableElement {
  readonly field: string;
  readonly reason: string;

  constructor({ field, reason }: { field: string; reason: string }) {
    this.field = field;
    this.reason = reason;
  }
}

/** Elements as the scanner found them, side by side in `bytes` with their commas between them. */
export interface ScannedElements {
  bytes: Buffer;
  positions: ElementPositions;
  /** Start and end of every bare number in `bytes`, pairwise, ascending. */
  numbers: readonly number[];
  /** Keys of each element, repeated ones counted each time. */
  keyCounts: readonly number[];
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Parses a batch of elements in one go. Bare numbers are put in quotes first, so they arrive as the text that stands in
 * the file. An object with a repeated key becomes an `UnreadableElement`: `JSON.parse` would silently keep the last value.
 *
 * @throws ImportFileError naming the line of the first element that is no JSON
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

/** The elements between two positions, null when they are no JSON. */
function parseList(scanned: ScannedElements, from: number, to: number): unknown[] | null {
  const text = quotedNumbers(scanned, from, to);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown[];
  } catch {
    return null;
  }
}

/** `[` + bytes + `]` as text, its numbers in quotes; null when a number is malformed or stands where a key belongs, or the bytes are not UTF-8. */
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

/** The bytes as text, null when they are not UTF-8. */
function decoded(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Parses element by element to find the one that spoiled its batch. */
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
