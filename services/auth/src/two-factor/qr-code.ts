import { toBuffer } from 'qrcode';

/** Lines are kept as they are, and repeat: trying five filters on each, as is usual, takes most of the time. */
const UNFILTERED = { deflateStrategy: 0, filterType: 0 };

/** A PNG of about 300 pixels: large enough for a phone's camera, small enough for a `data:` URL. */
export function qrCodeImage(text: string): Promise<Buffer> {
  return toBuffer(text, {
    type: 'png',
    errorCorrectionLevel: 'M',
    margin: 2,
    width: 300,
    rendererOpts: UNFILTERED,
  });
}
