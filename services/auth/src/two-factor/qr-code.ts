import { toBuffer } from 'qrcode';

/** A PNG of about 300 pixels: large enough for a phone's camera, small enough for a `data:` URL. */
export function qrCodeImage(text: string): Promise<Buffer> {
  return toBuffer(text, { type: 'png', errorCorrectionLevel: 'M', margin: 2, width: 300 });
}
