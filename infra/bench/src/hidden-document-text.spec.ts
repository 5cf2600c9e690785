import { type PdfPage, readPdfPages } from '@clearwatch/ingest/documents/reading/pdf-pages';
import { documentEntries } from '@clearwatch/sample-data/documents/document-entries';
import { drawPdf } from '@clearwatch/sample-data/documents/printed-tables';
import sharp from 'sharp';

type Pdf = PDFKit.PDFDocument;

const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#fff' } })
    .png()
    .toBuffer();

/** Draws a list of entries as text, starting at the top left. */
function listed(pdf: Pdf): void {
  pdf.fontSize(9);
  for (const [index, { accountNumber, company }] of documentEntries(12, 3).entries())
    pdf.text(`${accountNumber}  ${company}  10.00`, 40, 60 + 16 * index, { lineBreak: false });
}

/** Sets the rendering mode for the text that follows (ISO 32000-1, table 106): 3 draws nothing, 7 clips. */
const mode = (pdf: Pdf, number: number): void => void pdf.addContent(`BT ${number} Tr ET`);

async function read(draw: (pdf: Pdf) => void): Promise<PdfPage> {
  const [page] = await readPdfPages(await drawPdf({ isLandscape: false }, draw));
  if (page === undefined) throw new Error('there is no page');
  return page;
}

describe('hidden PDF text', () => {
  it('the PDF reader reads text that is visible on white, on gray, and on a dark band', async () => {
    const page = await read((pdf) => {
      pdf.rect(30, 90, 400, 30).fill('#eeeeee').fillColor('black');
      listed(pdf);
      pdf.rect(30, 400, 400, 20).fill('#203040').fillColor('white').text('Posted today', 40, 405);
    });
    expect([page.isPicture, page.words.length > 40]).toEqual([false, true]);
  });

  it.each<[string, (pdf: Pdf) => void]>([
    ['uses the invisible rendering mode', (pdf) => (mode(pdf, 3), listed(pdf))],
    ['only clips', (pdf) => (mode(pdf, 7), listed(pdf))],
    ['is transparent', (pdf) => (pdf.fillOpacity(0), listed(pdf))],
    ['is white on white', (pdf) => (pdf.fillColor('white'), listed(pdf))],
    ['is nearly white on white', (pdf) => (pdf.fillColor('#f8f8f8'), listed(pdf))],
    ['is covered', (pdf) => (listed(pdf), pdf.rect(0, 0, 612, 792).fill('white'))],
  ])('the PDF reader ignores text that %s', async (_how, draw) => {
    const { isPicture, words } = await read(draw);
    expect([isPicture, words]).toEqual([true, []]);
  });

  it.each<[string, (pdf: Pdf) => void]>([
    ['outside the page', (pdf) => pdf.text('1000000001', -300, 300, { lineBreak: false })],
    ['hidden between visible rows', (pdf) => (mode(pdf, 3), pdf.text('1000000001', 40, 300))],
    ['in invisibly small letters', (pdf) => pdf.fontSize(0.2).text('1000000001', 40, 300)],
  ])('the PDF reader leaves out a number that is %s', async (_where, draw) => {
    const page = await read((pdf) => {
      listed(pdf);
      draw(pdf);
    });
    expect(page.isPicture || !page.words.some(({ text }) => text === '1000000001')).toBe(true);
  });

  it.each<[string, (pdf: Pdf, png: Buffer) => void]>([
    ['hidden over a picture', (pdf, png) => (pdf.image(png, 0, 0, { width: 612 }), mode(pdf, 3), listed(pdf))],
    ['below a picture', (pdf, png) => (listed(pdf), pdf.image(png, 0, 0, { width: 612 }))],
    ['printed over a picture', (pdf, png) => (pdf.image(png, 0, 0, { width: 612 }), listed(pdf))],
    [
      'hidden over a picture in strips',
      (pdf, png) => {
        for (let y = 0; y < 792; y += 99) pdf.image(png, 0, y, { width: 612, height: 99 });
        mode(pdf, 3);
        listed(pdf);
      },
    ],
    [
      'hidden over a picture with margins',
      (pdf, png) => (pdf.image(png, 36, 36, { width: 540 }), mode(pdf, 3), listed(pdf)),
    ],
    [
      'over a small picture of the rows',
      (pdf, png) => (pdf.image(png, 30, 50, { width: 500, height: 250 }), listed(pdf)),
    ],
  ])('the PDF reader treats a page as a picture when its text is %s', async (_where, draw) => {
    const png = await picture(1_275, 1_650);
    const { isPicture, words } = await read((pdf) => draw(pdf, png));
    expect([isPicture, words]).toEqual([true, []]);
  });

  it('the PDF reader treats a page as a picture when its text is hidden over letters drawn as curves', async () => {
    const page = await read((pdf) => {
      // Like glyph outlines: one path per letter.
      for (let row = 0; row < 12; row += 1)
        for (let letter = 0; letter < 30; letter += 1) pdf.circle(43 + 6 * letter, 65 + 16 * row, 2.5).fill('black');
      mode(pdf, 3);
      listed(pdf);
    });
    expect(page.isPicture).toBe(true);
  });

  it('the PDF reader reads text next to a logo, on a picture without letters, and between lines', async () => {
    const [logo, field] = [await picture(300, 100), await picture(8, 8)];
    const page = await read((pdf) => {
      pdf.image(logo, 450, 10, { width: 100 }).image(field, 30, 50, { width: 300, height: 300 });
      pdf.moveTo(30, 55).lineTo(400, 55).stroke().rect(30, 300, 300, 0.5).fill('black');
      pdf.moveTo(300, 55).lineTo(300, 300).stroke();
      listed(pdf);
    });
    expect(page.isPicture).toBe(false);
    expect(page.rules?.map(({ isHorizontal, at }) => [isHorizontal, Math.round(at)])).toEqual([
      [true, 55],
      [false, 300],
      [true, 300],
    ]);
  });
});
