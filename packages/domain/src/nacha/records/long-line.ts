import { bytesOf } from './bytes-of.ts';
import { RECORD_COLUMNS } from './nacha-record.ts';

/** Record types 1 header, 5 batch header, 6 entry, 7 addenda, 8 batch control, 9 file control and fill. */
const RECORD_TYPES = '156789';
/** UTF-8 needs at most so many bytes for a character. */
const UTF8_BYTES = 4;
/** A line that is still not over after so many bytes is no line of UTF-8 characters. */
export const LONGEST_UTF8_LINE = UTF8_BYTES * RECORD_COLUMNS;

/**
 * Whether records follow each other without line breaks: at least two, each beginning with a record type. A line that is
 * only too long does not do so.
 */
export function looksLikeSlabs(line: string): boolean {
  if (line.length < 2 * RECORD_COLUMNS) return false;
  for (let at = 0; at < line.length && at < LONGEST_UTF8_LINE; at += RECORD_COLUMNS) {
    if (!RECORD_TYPES.includes(line.charAt(at))) return false;
  }
  return true;
}

/**
 * A line that has 94 columns when its bytes are read as UTF-8: some programs count characters, not bytes. Null when it is
 * no UTF-8 or too long even so.
 *
 * @param line one character per byte
 */
export function asUtf8Columns(line: string): string | null {
  const decoded = decodedUtf8(line)?.trimEnd();
  return decoded === undefined || decoded.length > RECORD_COLUMNS ? null : decoded;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @returns undefined when the bytes are not UTF-8, or plain ASCII, which needs no decoding */
function decodedUtf8(bytes: string): string | undefined {
  if (!/[\x80-\xff]/.test(bytes)) return undefined;
  try {
    return decoder.decode(bytesOf(bytes));
  } catch {
    return undefined;
  }
}
