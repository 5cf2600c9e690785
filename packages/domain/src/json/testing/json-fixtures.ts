import { ImportFileError } from '../../ledger/import-file-error.ts';
import { DEFAULT_JSON_LIMITS, JsonElementReader, type JsonReaderLimits } from '../json-element-reader.ts';
import type { ElementBatch } from '../parse-json-elements.ts';

interface ReadRow {
  element: unknown;
  row: number;
  line: number;
  raw: string;
}

/** All rows of a file read in chunks of this size. */
export function readJson(
  file: string | Uint8Array,
  { chunkBytes = 1 << 16, limits = DEFAULT_JSON_LIMITS }: { chunkBytes?: number; limits?: JsonReaderLimits } = {},
): ReadRow[] {
  const bytes = Buffer.from(file);
  const reader = new JsonElementReader(limits);
  const batches: ElementBatch[] = [];
  for (let from = 0; from < bytes.length; from += chunkBytes) {
    batches.push(...reader.push(bytes.subarray(from, from + chunkBytes)));
  }
  batches.push(...reader.end());
  return batches.flatMap(({ elements, firstRow, lines }, batch) =>
    elements.map((element, index) => ({
      element,
      row: firstRow + index,
      line: lines[index] ?? 0,
      raw: batches[batch]?.raw(index) ?? '',
    })),
  );
}

export function elementsOf(file: string | Uint8Array, options: Parameters<typeof readJson>[1] = {}): unknown[] {
  return readJson(file, options).map(({ element }) => element);
}

/** The error for a rejected file. */
export function importErrorOf(file: string | Uint8Array): Pick<ImportFileError, 'code' | 'line' | 'message'> {
  try {
    readJson(file);
  } catch (error) {
    if (error instanceof ImportFileError) return { code: error.code, line: error.line, message: error.message };
    throw error;
  }
  throw new Error('the file was expected to be refused');
}

/** Batches of a few elements, so that small files span several. */
export const SMALL_BATCHES: JsonReaderLimits = { maxElementBytes: 200, maxDepth: 4, batchBytes: 64 };
