import { hmac } from 'k6/crypto';

const STEP_SECONDS = 30;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator shows at a moment (RFC 6238: SHA-1, six digits, steps of 30 seconds). @param secret base32 */
export function codeAt(secret: string, milliseconds: number): string {
  const step = Math.floor(milliseconds / 1_000 / STEP_SECONDS);
  const counter = new Uint8Array(8);
  new DataView(counter.buffer).setUint32(4, step);
  const hex = hmac('sha1', bytesOf(secret).buffer, counter.buffer, 'hex');
  const digest = Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  );
  const offset = (digest[digest.length - 1] ?? 0) & 15;
  const number = new DataView(digest.buffer).getUint32(offset) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

function bytesOf(base32: string): Uint8Array<ArrayBuffer> {
  const bits = Array.from(base32.replaceAll('=', '')).flatMap((sign) => {
    const value = ALPHABET.indexOf(sign);
    return [16, 8, 4, 2, 1].map((bit) => (value & bit ? 1 : 0));
  });
  return Uint8Array.from({ length: Math.floor(bits.length / 8) }, (_, at) =>
    parseInt(bits.slice(at * 8, at * 8 + 8).join(''), 2),
  );
}
