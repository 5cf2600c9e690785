import PdfDocument from 'pdfkit';

/** The bytes of a PDF that `draw` draws, US letter. */
export function pdfOf(
  { isLandscape }: { isLandscape: boolean },
  draw: (pdf: PDFKit.PDFDocument) => void,
): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const pdf = new PdfDocument({ size: 'LETTER', layout: isLandscape ? 'landscape' : 'portrait', margin: 0 });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  pdf.on('end', () => resolve(Buffer.concat(chunks)));
  pdf.on('error', reject);
  draw(pdf);
  pdf.end();
  return promise;
}
