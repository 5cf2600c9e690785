import type { DocumentType } from '@clearwatch/contracts/upload-limits';

/** So many first bytes are enough to tell. */
export const DOCUMENT_HEAD_BYTES = 4_096;

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const SIGNATURES: readonly { type: DocumentType; bytes: readonly number[]; at?: number }[] = [
  { type: 'application/pdf', bytes: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { type: 'image/png', bytes: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/tiff', bytes: [0x49, 0x49, 0x2a, 0x00] },
  { type: 'image/tiff', bytes: [0x4d, 0x4d, 0x00, 0x2a] },
  { type: 'image/webp', bytes: [0x57, 0x45, 0x42, 0x50], at: 8 },
];
/** Readers of PDF accept so much before the signature. */
const PDF_MAY_BEGIN_WITHIN = 1_024;

/**
 * What a document is by its first bytes; names and declared types are hearsay. A ZIP archive is taken for DOCX, which its reader
 * checks. Null for what no extractor reads.
 */
export function documentTypeOf(head: Buffer): DocumentType | null {
  const known = SIGNATURES.find(({ bytes, at = 0 }) =>
    bytes.every((byte, index) => head[at + index] === byte),
  );
  if (known !== undefined) return known.type;
  if (ZIP.every((byte, index) => head[index] === byte))
    return 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
  if (head.subarray(0, PDF_MAY_BEGIN_WITHIN).includes('%PDF-')) return 'application/pdf';
  return isText(head) ? 'text/plain' : null;
}

/** Control characters but line ends, tabs, form feeds and escapes are in no text. */
function isText(head: Buffer): boolean {
  if (head.length === 0) return false;
  return head.every((byte) => byte >= 0x20 || [0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte));
}
