import { renderPdfPage } from '@clearwatch/ingest/documents/reading/pdf-pages';
import { Random } from '@clearwatch/sample-data/seeded-random';
import sharp from 'sharp';

/** What a scanner, a copier or a fax makes of a printed page. */
export interface ScanQuality {
  name: string;
  isClean: boolean;
  scan: (pdf: Buffer) => Promise<Buffer>;
}

async function renderPage(pdf: Buffer, dotsPerInch: number): Promise<Buffer> {
  return renderPdfPage(pdf, { page: 1, dotsPerInch });
}

/** Specks: so many dots in a thousand are black or white whatever stands there. */
async function addSpecks(picture: Buffer, perThousand: number): Promise<Buffer> {
  const { data, info } = await sharp(picture).grayscale().raw().toBuffer({ resolveWithObject: true });
  const random = new Random(3, 0);
  for (let dot = 0; dot < data.length; dot += 1)
    if (random.chance(perThousand / 1_000)) data[dot] = random.chance(0.5) ? 0 : 255;
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } })
    .png()
    .toBuffer();
}

export const SCAN_QUALITIES: readonly ScanQuality[] = [
  {
    name: 'clean, 300 dots',
    isClean: true,
    scan: async (pdf) =>
      sharp(await renderPage(pdf, 300))
        .grayscale()
        .png()
        .toBuffer(),
  },
  {
    name: '200 dots, JPEG',
    isClean: false,
    scan: async (pdf) =>
      sharp(await renderPage(pdf, 200))
        .grayscale()
        .jpeg({ quality: 80 })
        .toBuffer(),
  },
  {
    name: 'put down slanting',
    isClean: true,
    scan: async (pdf) =>
      sharp(await renderPage(pdf, 300))
        .grayscale()
        .rotate(1.2, { background: '#fff' })
        .png()
        .toBuffer(),
  },
  {
    name: 'upside down',
    isClean: true,
    scan: async (pdf) =>
      sharp(await renderPage(pdf, 300))
        .grayscale()
        .rotate(180)
        .png()
        .toBuffer(),
  },
  {
    name: 'specked copy',
    isClean: false,
    scan: async (pdf) =>
      addSpecks(
        await sharp(await renderPage(pdf, 200))
          .blur(0.8)
          .png()
          .toBuffer(),
        10,
      ),
  },
  {
    name: 'bad fax',
    isClean: false,
    scan: async (pdf) =>
      addSpecks(
        await sharp(await renderPage(pdf, 100))
          .grayscale()
          .threshold(150)
          .png()
          .toBuffer(),
        4,
      ),
  },
];
