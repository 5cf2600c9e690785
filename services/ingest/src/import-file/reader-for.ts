import type { FileKind } from '../uploads/file-kind.ts';
import type { CopyTextOf } from './copy-text-of.ts';
import { jsonCopyTextOf } from './json-copy-text-of.ts';
import { nachaCopyTextOf } from './nacha-copy-text-of.ts';

/** The reader for a kind of file. What is not NACHA is read as JSON, which says what is wrong with it. */
export function readerFor(kind: FileKind['kind']): CopyTextOf {
  return kind === 'nacha' ? nachaCopyTextOf : jsonCopyTextOf;
}
