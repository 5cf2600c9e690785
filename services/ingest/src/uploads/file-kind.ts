import { constants, gunzipSync } from 'node:zlib';
import { FILE_KINDS, type ImportedFileKind } from '@clearwatch/contracts/imports.dto';
import { looksLikeNacha } from '@clearwatch/domain/nacha/nacha-reader';

/** RFC 1952, 2.3.1: ID1 and ID2. */
const GZIP_MAGIC = [0x1f, 0x8b] as const;

export const isGzip = (head: Buffer): boolean => startsWith(head, GZIP_MAGIC);

/** Unpacks to at most a megabyte, because deflate's limit is a factor of 1,032. */
const GZIP_HEAD_BYTES = 1_024;

/** @returns the unpacked first kilobyte, possibly empty; null if it is damaged */
function gunzipHead(head: Buffer): Buffer | null {
  try {
    // The rest of the file is missing on purpose.
    return gunzipSync(head.subarray(0, GZIP_HEAD_BYTES), { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return null;
  }
}

/**
 * Detected from the first bytes, never from the name or the declared type. json: starts with an array or object ·
 * nacha: starts with a NACHA record · empty: only whitespace · csv: an early line has columns · text: any other
 * readable text.
 */
export interface FileKind {
  kind: ImportedFileKind | 'empty' | 'utf16' | 'binary' | 'text';
  /** Completes the sentence "this file is …". */
  description: string;
}

export const HEAD_BYTES = 1_024;

const SIGNATURES: readonly { bytes: readonly number[]; description: string }[] = [
  { bytes: [0x89, 0x50, 0x4e, 0x47], description: 'a PNG image' },
  { bytes: [0xff, 0xd8, 0xff], description: 'a JPEG image' },
  { bytes: [0x47, 0x49, 0x46, 0x38], description: 'a GIF image' },
  { bytes: [0x49, 0x49, 0x2a, 0x00], description: 'a TIFF image' },
  { bytes: [0x4d, 0x4d, 0x00, 0x2a], description: 'a TIFF image' },
  { bytes: [0x25, 0x50, 0x44, 0x46], description: 'a PDF document' },
  { bytes: [0x50, 0x4b, 0x03, 0x04], description: 'a ZIP archive or an Office document' },
  { bytes: [0x50, 0x4b, 0x05, 0x06], description: 'an empty ZIP archive' },
  { bytes: [0x1f, 0x8b], description: 'a gzip archive' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], description: 'an old Office document' },
  { bytes: [0x7f, 0x45, 0x4c, 0x46], description: 'a program' },
  { bytes: [0x4d, 0x5a], description: 'a program' },
];
const UTF8_BOM = [0xef, 0xbb, 0xbf];
const UTF16_BOMS = [
  [0xff, 0xfe],
  [0xfe, 0xff],
];
/** Two separators of the same kind in any line, because reports have titles above their tables. */
const CSV_LINE = /,[^,\r\n]*,|;[^;\r\n]*;|\t[^\t\r\n]*\t|\|[^|\r\n]*\|/;

/** @param head the first bytes of the file, all of it or at least `HEAD_BYTES` */
export function detectFileKind(head: Buffer): FileKind {
  if (UTF16_BOMS.some((mark) => startsWith(head, mark)))
    return { kind: 'utf16', description: 'UTF-16 text; save it as UTF-8' };
  const signature = SIGNATURES.find(({ bytes }) => startsWith(head, bytes));
  if (signature !== undefined) return { kind: 'binary', description: signature.description };
  const text = head.toString('latin1', startsWith(head, UTF8_BOM) ? UTF8_BOM.length : 0).trimStart();
  if (text === '') return { kind: 'empty', description: 'empty' };
  if (text.startsWith('{') || text.startsWith('[')) return { kind: 'json', description: 'JSON' };
  if (looksLikeNacha(text)) return { kind: 'nacha', description: 'a NACHA file' };
  if (text.includes('\0')) return { kind: 'binary', description: 'a binary file' };
  if (text.startsWith('<')) return { kind: 'text', description: 'a web page or XML; export it as CSV' };
  if (CSV_LINE.test(text)) return { kind: 'csv', description: 'a CSV table' };
  return {
    kind: 'text',
    description: 'text that is neither a table nor a NACHA file, and does not begin with [ or { as JSON does',
  };
}

function startsWith(head: Buffer, bytes: readonly number[]): boolean {
  return head.length >= bytes.length && bytes.every((byte, index) => head[index] === byte);
}

export interface ContentKind extends FileKind {
  isPacked: boolean;
}

export function detectContentKind(head: Buffer): ContentKind {
  if (!isGzip(head)) return { ...detectFileKind(head), isPacked: false };
  const inside = gunzipHead(head);
  if (inside === null) return { kind: 'binary', description: 'a damaged gzip archive', isPacked: true };
  if (isGzip(inside)) {
    const description = 'a gzip archive inside a gzip archive; unpack it once';
    return { kind: 'binary', description, isPacked: true };
  }
  const { kind, description } = detectFileKind(inside);
  return {
    kind,
    description: kind === 'empty' ? 'an empty gzip archive' : `a gzip archive of ${description}`,
    isPacked: true,
  };
}

/** Null for kinds that cannot be imported. */
export function importedKindOf({ kind }: Pick<FileKind, 'kind'>): ImportedFileKind | null {
  return FILE_KINDS.find((imported) => imported === kind) ?? null;
}
