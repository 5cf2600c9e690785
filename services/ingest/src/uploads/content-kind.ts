import { FILE_KINDS, type ImportedFileKind } from '@clearwatch/contracts/imports.dto';
import { isGzip, unpackedHead } from '../gzip/gzip-head.ts';
import { type FileKind, fileKindOf } from './file-kind.ts';

export interface ContentKind extends FileKind {
  isPacked: boolean;
}

/** What a file holds by its first bytes, looked at inside when it is packed with gzip. */
export function contentKindOf(head: Buffer): ContentKind {
  if (!isGzip(head)) return { ...fileKindOf(head), isPacked: false };
  const inside = unpackedHead(head);
  if (inside === null)
    return { kind: 'binary', description: 'a gzip archive that is damaged', isPacked: true };
  if (isGzip(inside)) {
    return {
      kind: 'binary',
      description: 'a gzip archive inside a gzip archive; unpack it once',
      isPacked: true,
    };
  }
  const { kind, description } = fileKindOf(inside);
  return {
    kind,
    description: kind === 'empty' ? 'an empty gzip archive' : `a gzip archive of ${description}`,
    isPacked: true,
  };
}

/** The kinds that can be imported; null for all others, and as long as there is nothing but blanks. */
export function importedKindOf({ kind }: Pick<FileKind, 'kind'>): ImportedFileKind | null {
  return FILE_KINDS.find((imported) => imported === kind) ?? null;
}
