import { ImportFileError } from '../ledger/import-file-error.ts';
import { BYTE } from './json-scanner.ts';

/** An element in the scanned bytes; all positions are those of the same buffer. */
export interface ScannedElement {
  start: number;
  end: number;
  /** Of its first byte, from 1. */
  line: number;
  /** Repeated ones included. */
  keys: number;
  /** Start and end of its bare numbers, in pairs. */
  numbers: readonly number[];
}

/** About a megabyte of consecutive elements, parsed. */
export interface ElementBatch {
  /**
   * Bare numbers are text, because money must never become a floating-point number. Rejected elements are
   * `UnreadableElement`.
   */
  elements: readonly unknown[];
  /** Position in the file's list, from 1. */
  firstRow: number;
  /** Of each element's first byte, from 1. */
  lines: readonly number[];
  /** The element's text in the file; the beginning of an oversized one. */
  raw(index: number): string;
}

/** An element that cannot be a row, in a file that is otherwise readable. */
export class UnreadableElement {
  constructor(readonly reason: string) {}
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Rejects repeated keys; `JSON.parse` would keep the last. @throws ImportFileError for the first invalid element */
export function parseElements(bytes: Buffer, scanned: readonly ScannedElement[]): unknown[] {
  const elements = parseList(bytes, scanned);
  if (elements === null || elements.length !== scanned.length) throw brokenElement(bytes, scanned);
  for (let index = 0; index < elements.length; index += 1) {
    const element: unknown = elements[index];
    if (typeof element !== 'object' || element === null || Array.isArray(element)) continue;
    if (Object.keys(element).length === scanned[index]?.keys) continue;
    elements[index] = new UnreadableElement(
      'a field name appears twice in this row, so its value is ambiguous; remove the duplicate',
    );
  }
  return elements;
}

/** @returns null when the text is not JSON */
function parseList(bytes: Buffer, scanned: readonly ScannedElement[]): unknown[] | null {
  const text = quotedNumbers(bytes, scanned);
  if (text === null) return null;
  try {
    return JSON.parse(text) as unknown[];
  } catch {
    return null;
  }
}

/** The elements in `[` `]` with quoted numbers; null for a malformed number, a number as a key, or invalid UTF-8. */
function quotedNumbers(bytes: Buffer, scanned: readonly ScannedElement[]): string | null {
  const from = scanned[0]?.start ?? 0;
  const to = scanned.at(-1)?.end ?? from;
  const numberEdges = scanned.reduce((sum, { numbers }) => sum + numbers.length, 0);
  const list = Buffer.allocUnsafe(to - from + numberEdges + 2);
  let copied = from;
  let length = list.write('[', 0, 'latin1');
  for (const { numbers } of scanned)
    for (let index = 0; index < numbers.length; index += 2) {
      const start = numbers[index] ?? 0;
      const end = numbers[index + 1] ?? 0;
      if (!NUMBER.test(bytes.toString('latin1', start, end)) || nextMeaningful(bytes, end) === BYTE.colon) return null;
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

function decoded(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function nextMeaningful(bytes: Buffer, from: number): number | undefined {
  let at = from;
  while (at < bytes.length && (bytes[at] ?? 0) <= BYTE.space) at += 1;
  return bytes[at];
}

/** Parses element by element to find the invalid one in its batch. */
function brokenElement(bytes: Buffer, scanned: readonly ScannedElement[]): ImportFileError {
  const broken = scanned.find((element) => parseList(bytes, [element])?.length !== 1) ?? scanned[0];
  const { start, end, line } = broken ?? { start: 0, end: 0, line: 1 };
  if (decoded(bytes.subarray(start, end)) === null) {
    const message = 'the row that begins here contains characters that are not UTF-8. Export the file again as UTF-8.';
    return new ImportFileError({ code: 'wrong_encoding', line, message });
  }
  const message =
    'the row that begins here is not valid JSON. Check its quotation marks, commas and brackets, or export the file again.';
  return new ImportFileError({ code: 'not_json', line, message });
}
