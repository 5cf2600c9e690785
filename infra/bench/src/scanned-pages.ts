import { renderPdfPage } from '@clearwatch/ingest/documents/reading/pdf-pages';
import { Random } from '@clearwatch/sample-data/seeded-random';
import sharp, { type Sharp } from 'sharp';

export interface ScanQuality {
  name: string;
  isClean: boolean;
  dotsPerInch: number;
  process: (page: Sharp) => Sharp;
  /** Dots that become black or white at random. */
  specksPerThousand?: number;
}

export const SCAN_QUALITIES: readonly ScanQuality[] = [
  {
    name: 'clean, 300 dots',
    isClean: true,
    dotsPerInch: 300,
    process: (page) => page.grayscale().png(),
  },
  {
    name: '200 dots, JPEG',
    isClean: false,
    dotsPerInch: 200,
    process: (page) => page.grayscale().jpeg({ quality: 80 }),
  },
  {
    name: 'put down slanting',
    isClean: true,
    dotsPerInch: 300,
    process: (page) => page.grayscale().rotate(1.2, { background: '#fff' }).png(),
  },
  {
    name: 'upside down',
    isClean: true,
    dotsPerInch: 300,
    process: (page) => page.grayscale().rotate(180).png(),
  },
  {
    name: 'specked copy',
    isClean: false,
    dotsPerInch: 200,
    process: (page) => page.blur(0.8).png(),
    specksPerThousand: 10,
  },
  {
    name: 'bad fax',
    isClean: false,
    dotsPerInch: 100,
    process: (page) => page.grayscale().threshold(150).png(),
    specksPerThousand: 4,
  },
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
