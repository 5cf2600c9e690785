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
