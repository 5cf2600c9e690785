/** What may be dropped on the extraction page, by the bytes that a file begins with. */
export const DOCUMENT_TYPES = {
  'application/pdf': 'PDF',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
  'text/plain': 'TXT',
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/tiff': 'TIFF',
} as const;
export type DocumentType = keyof typeof DOCUMENT_TYPES;

/** Files of one upload, and of the list on the screen (spec section 5). */
export const MAX_DOCUMENTS_PER_UPLOAD = 20;

/** Largest upload; ten times a busy month of a mid-size credit union. */
export const MAX_UPLOAD_BYTES = 2 * 1024 ** 3;
