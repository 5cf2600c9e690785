import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import type { DuplicateRow, ImportSummary } from '@clearwatch/contracts/imports.dto';
import { request, requestJson } from './http.ts';

/** Reads the stored file of a failed import once more. */
export function retryImport(importId: number): Promise<ImportSummary> {
  return requestJson(`/api/imports/${importId}/retry`, { method: 'POST' });
}

/** Begins to take an import back; what has gone is said by the event `import.undone`. Admins only. */
export function undoImport(importId: number): Promise<ImportSummary> {
  return requestJson(`/api/imports/${importId}`, { method: 'DELETE' });
}

/** Stores a skipped row as an entry of its own. */
export function keepDuplicate(importId: number, row: number): Promise<DuplicateRow> {
  return requestJson(`/api/imports/${importId}/duplicates/${row}/keep`, { method: 'POST' });
}

/** Imports a waiting CSV file by this mapping, which is remembered for its header. */
export function giveCsvMapping(importId: number, mapping: CsvMapping): Promise<ImportSummary> {
  return requestJson(`/api/imports/${importId}/mapping`, { method: 'PUT', body: mapping });
}

/** The next file with the same header asks again. */
export async function forgetCsvMapping(importId: number): Promise<void> {
  await request(`/api/imports/${importId}/mapping`, { method: 'DELETE' });
}

/** Lets go of a CSV file that waits for its mapping: nothing of it is imported. */
export function discardImport(importId: number): Promise<ImportSummary> {
  return requestJson(`/api/imports/${importId}/discard`, { method: 'POST' });
}
