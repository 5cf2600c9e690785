import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import type { ImportedFileKind } from '@clearwatch/contracts/imports.dto';
import { csvCopyTextOf } from '../csv-mappings/csv-copy-text-of.ts';
import { importedKindOf } from '../uploads/content-kind.ts';
import type { FileKind } from '../uploads/file-kind.ts';
import type { CopyTextOf } from './copy-text-of.ts';
import { jsonCopyTextOf } from './json-copy-text-of.ts';
import { nachaCopyTextOf } from './nacha-copy-text-of.ts';

type MappingOf = () => Promise<CsvMapping>;

/** How each kind of file becomes rows. A kind without its reader is a type error. */
const READERS: Readonly<Record<ImportedFileKind, (mappingOf: MappingOf) => Promise<CopyTextOf>>> = {
  json: async () => jsonCopyTextOf,
  nacha: async () => nachaCopyTextOf,
  csv: async (mappingOf) => csvCopyTextOf(await mappingOf()),
};

/**
 * The reader for a file. What cannot be imported is read as JSON, which says what is wrong with it.
 *
 * @param mappingOf says how a CSV file is to be read
 */
export function readerFor(content: Pick<FileKind, 'kind'>, mappingOf: MappingOf): Promise<CopyTextOf> {
  return READERS[importedKindOf(content) ?? 'json'](mappingOf);
}
