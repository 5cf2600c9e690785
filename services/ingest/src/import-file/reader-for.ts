import type { CsvMapping } from '@clearwatch/contracts/http/csv-mapping';
import { csvCopyTextOf } from '../csv-mappings/csv-copy-text-of.ts';
import type { FileKind } from '../uploads/file-kind.ts';
import type { CopyTextOf } from './copy-text-of.ts';
import { jsonCopyTextOf } from './json-copy-text-of.ts';
import { nachaCopyTextOf } from './nacha-copy-text-of.ts';

/**
 * The reader for a kind of file. What is neither CSV nor NACHA is read as JSON, which says what is wrong with it.
 *
 * @param mappingOf says how a CSV file is to be read
 */
export async function readerFor(
  kind: FileKind['kind'],
  mappingOf: () => Promise<CsvMapping>,
): Promise<CopyTextOf> {
  if (kind === 'csv') return csvCopyTextOf(await mappingOf());
  return kind === 'nacha' ? nachaCopyTextOf : jsonCopyTextOf;
}
