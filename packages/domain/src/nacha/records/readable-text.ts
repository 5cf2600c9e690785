import { bytesOf } from './bytes-of.ts';

/** Anything beyond ASCII. */
const BEYOND_ASCII = /[^\x20-\x7e]/;
const BEYOND_BYTES = /[\u0100-\uffff]/;
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\x00-\x1f\x7f]/g;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows1252 = new TextDecoder('windows-1252');

/**
 * A field for people: without the blanks around it, bytes beyond ASCII decoded. NACHA knows ASCII only, but names come in
 * UTF-8 and in Windows-1252 (of which ISO 8859-1 is a part); what is valid UTF-8 is hardly ever meant otherwise. Control
 * characters become blanks.
 *
 * @param content one character per byte, or already decoded
 */
export function readable(content: string): string {
  if (!BEYOND_ASCII.test(content)) return content.trim();
  const printable = content.replaceAll(CONTROL_CHARACTERS, ' ');
  // Not trimmed as bytes: one that is a blank by itself (0xA0) ends "à" in UTF-8.
  return (BEYOND_BYTES.test(printable) ? printable : decoded(bytesOf(printable))).trim();
}

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}
