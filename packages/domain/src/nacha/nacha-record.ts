import { type Day, dayExists, dayFromEpoch, epochDay } from '../calendar/day.ts';

/** The bytes of a text that holds one character per byte (ISO 8859-1). Runs in a browser as well, which has no `Buffer`. */
function latin1Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/** Columns of every NACHA record (Nacha Operating Rules, Appendix Three: "94 characters"). */
export const RECORD_COLUMNS = 94;

/** One record of a NACHA file and where it stands. */
export interface NachaRecord {
  /**
   * From 1. In a file without line breaks, or with several records on a line, every record counts as a line of its own, as
   * an editor would number it that breaks lines after column 94.
   */
  readonly line: number;
  /** Columns of its line as it stands in the file, blanks behind column 94 not counted. Fewer than 94 were padded, more were cut. */
  readonly length: number;
  /** Its bytes as they stand in the file, one character per byte (ISO 8859-1). */
  readonly raw: string;
  /** Exactly 94 columns: `raw` padded with blanks; decoded when the line counts its columns in UTF-8 characters. */
  readonly text: string;
}

/** Columns `from` to `to`, both from 1 and inclusive, as the layouts of NACHA give them. */
export function columns(text: string, from: number, to: number): string {
  return text.slice(from - 1, to);
}

/** Record types 1 header, 5 batch header, 6 entry, 7 addenda, 8 batch control, 9 file control and fill. */
const RECORD_TYPES = '156789';
/** UTF-8 needs at most so many bytes for a character. */
const UTF8_BYTES = 4;
/** A line that is still not over after so many bytes is no line of UTF-8 characters. */
export const MAX_UTF8_LINE_BYTES = UTF8_BYTES * RECORD_COLUMNS;

/**
 * Whether records follow each other without line breaks: at least two, each beginning with a record type. A line that is
 * only too long does not do so.
 */
export function hasUnbrokenRecords(line: string): boolean {
  if (line.length < 2 * RECORD_COLUMNS) return false;
  for (let at = 0; at < line.length && at < MAX_UTF8_LINE_BYTES; at += RECORD_COLUMNS) {
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
    return decoder.decode(latin1Bytes(bytes));
  } catch {
    return undefined;
  }
}

/** NACHA began in 1974: two-digit years from 70 on are of the last century. */
const FIRST_YEAR_OF_LAST_CENTURY = 70;
const MILLISECONDS_PER_DAY = 86_400_000;
const NO_DATE = /^(?: *|0*)$/;

/** `null`: the field is blank or zero, as it may be. `undefined`: what stands there is no date. */
export type ParsedNachaDate = Day | null | undefined;

/** A date as YYMMDD. */
export function parseNachaDate(content: string): ParsedNachaDate {
  if (NO_DATE.test(content)) return null;
  const match = /^(\d\d)(\d\d)(\d\d)$/.exec(content);
  if (match === null) return undefined;
  const years = Number(match[1]);
  const year = years + (years < FIRST_YEAR_OF_LAST_CENTURY ? 2000 : 1900);
  if (!dayExists(year, Number(match[2]), Number(match[3]))) return undefined;
  return `${year}-${match[2]}-${match[3]}`;
}

/**
 * The settlement date, which the ACH operator writes as the day of the year ("Julian date", 001 to 366) without the year:
 * the one nearest to the reference, so that an entry effective on December 31 settles in January of the next year.
 *
 * @param near the effective entry date, else the creation date of the file; null when neither is known, and then the year
 * cannot be told
 */
export function parseSettlementDate(content: string, near: Day | null): ParsedNachaDate {
  if (NO_DATE.test(content)) return null;
  if (!/^\d{3}$/.test(content)) return undefined;
  if (near === null) return null;
  if (lastSettlementDate?.content !== content || lastSettlementDate.near !== near)
    lastSettlementDate = { content, near, day: nearestYear(Number(content), near) };
  return lastSettlementDate.day;
}

/** Batch after batch settles on the same day. */
let lastSettlementDate: { content: string; near: Day; day: ParsedNachaDate } | null = null;

function nearestYear(dayOfYear: number, near: Day): ParsedNachaDate {
  const year = Number(near.slice(0, 4));
  const reference = epochDay(near);
  let found = Infinity;
  for (let candidate = year - 1; candidate <= year + 1; candidate += 1) {
    const day = firstOf(candidate) + dayOfYear - 1;
    // Day 366 of a common year does not exist, nor does day 367 of any.
    if (day < firstOf(candidate + 1) && Math.abs(day - reference) < Math.abs(found - reference)) found = day;
  }
  return found === Infinity ? undefined : dayFromEpoch(found);
}

function firstOf(year: number): number {
  return Date.UTC(year, 0) / MILLISECONDS_PER_DAY;
}

/** Anything beyond ASCII. */
const NON_ASCII = /[^\x20-\x7e]/;
const NON_LATIN1 = /[\u0100-\uffff]/;
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
export function decodeFieldText(content: string): string {
  if (!NON_ASCII.test(content)) return content.trim();
  const printable = content.replaceAll(CONTROL_CHARACTERS, ' ');
  // Not trimmed as bytes: one that is a blank by itself (0xA0) ends "à" in UTF-8.
  return (NON_LATIN1.test(printable) ? printable : decodeBytes(latin1Bytes(printable))).trim();
}

function decodeBytes(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}
