import { renderPdfPage } from '@clearwatch/ingest/documents/reading/pdf-pages';
import { Random } from '@clearwatch/sample-data/seeded-random';
import sharp, { type Sharp } from 'sharp';

export interface ScanQuality {
  name: string;
  isClean?: boolean;
  dotsPerInch: number;
  process: (page: Sharp) => Sharp;
  /** Pixels that are randomly set to black or white. */
  specksPerThousand?: number;
}

const isClean = true;
const gray = (page: Sharp) => page.grayscale();
const slanting = (page: Sharp) => gray(page).rotate(1.2, { background: '#fff' });
const fax = (page: Sharp) => gray(page).threshold(150);

export const SCAN_QUALITIES: readonly ScanQuality[] = [
  { name: 'clean, 300 dpi', isClean, dotsPerInch: 300, process: (page) => gray(page).png() },
  { name: '200 dpi, JPEG', dotsPerInch: 200, process: (page) => gray(page).jpeg({ quality: 80 }) },
  { name: 'skewed', isClean, dotsPerInch: 300, process: (page) => slanting(page).png() },
  { name: 'upside down', isClean, dotsPerInch: 300, process: (page) => gray(page).rotate(180).png() },
  { name: 'speckled copy', dotsPerInch: 200, process: (page) => page.blur(0.8).png(), specksPerThousand: 10 },
  { name: 'poor fax', dotsPerInch: 100, process: (page) => fax(page).png(), specksPerThousand: 4 },
];

export async function scanPage(pdf: Buffer, quality: ScanQuality): Promise<Buffer> {
  const { dotsPerInch, process, specksPerThousand } = quality;
  const image = await process(sharp(await renderPdfPage(pdf, { page: 1, dotsPerInch }))).toBuffer();
  if (specksPerThousand === undefined) return image;
  const { data, info } = await sharp(image).grayscale().raw().toBuffer({ resolveWithObject: true });
  const random = new Random(3, 0);
  for (let dot = 0; dot < data.length; dot += 1)
    if (random.chance(specksPerThousand / 1_000)) data[dot] = random.chance(0.5) ? 0 : 255;
  const raw = { width: info.width, height: info.height, channels: 1 } as const;
  return sharp(data, { raw }).png().toBuffer();
}
