/** Accepted on the extraction page; identified by their leading bytes. */
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

/** Spec section 5. */
export const MAX_DOCUMENTS_PER_UPLOAD = 20;

/** Ten times the data from a busy month at a mid-size credit union. */
export const MAX_UPLOAD_BYTES = 2 * 1024 ** 3;
