import { detectDocumentType } from './upload-documents.service.ts';

const bytes = (hex: string) => Buffer.from(hex, 'hex');

describe('document types', () => {
  it.each([
    ['%PDF-1.7', 'application/pdf'],
    [`${' '.repeat(1_000)}%PDF-1.4`, 'application/pdf'],
    ['Account  Amount\n1  2.00\n', 'text/plain'],
    ['Société Générale 12.50', 'text/plain'],
    ['page one\fpage two\t\u001b', 'text/plain'],
  ])('the type of a document is detected from its first bytes: %j', (text, type) => {
    expect(detectDocumentType(Buffer.from(text))).toBe(type);
  });

  it.each([
    ['89504e470d0a1a0a', 'image/png'],
    ['ffd8ffe0', 'image/jpeg'],
    ['49492a00', 'image/tiff'],
    ['4d4d002a', 'image/tiff'],
    ['524946460000000057454250', 'image/webp'],
    ['504b0304', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ])('the type of a document is detected from the signatures of other programs: %s', (hex, type) => {
    expect(detectDocumentType(bytes(hex))).toBe(type);
  });

  it.each([
    ['nothing', ''],
    ['a program', '4d5a9000'],
    ['an audio file', '524946460000000057415645'],
    ['UTF-16 text', 'fffe41006300'],
    ['a picture of an unsupported type', '47494638396100'],
    ['an older Word document', 'd0cf11e0a1b11ae1'],
  ])('the type of a document is unsupported: %s', (_what, hex) => {
    expect(detectDocumentType(bytes(hex))).toBeNull();
  });
});
