import { type Day, dayExists, dayFromEpoch, epochDay } from '../calendar/day.ts';

/** One byte per character (ISO 8859-1). Browsers, which run this too, have no `Buffer`. */
const latin1Bytes = (text: string): Uint8Array =>
  Uint8Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));

/** Nacha Operating Rules, Appendix Three: "94 characters". */
export const RECORD_COLUMNS = 94;

export interface NachaRecord {
  /** From 1. Without line breaks, or with several records per line, every record counts as a line. */
  readonly line: number;
  /** Number of columns of the line in the file, without trailing spaces after column 94. */
  readonly length: number;
  /** The bytes in the file, one character per byte (ISO 8859-1). */
  readonly raw: string;
  /** Exactly 94 columns: `raw`, padded; decoded as UTF-8 if the columns of the line are characters, not bytes. */
  readonly text: string;
}

/** Columns from 1, inclusive. */
export function columns(text: string, from: number, to: number): string {
  return text.slice(from - 1, to);
}

/** Record types: 1 file header, 5 batch header, 6 entry, 7 addenda, 8 batch control, 9 file control and filler. */
const RECORD_TYPES = '156789';
/** A longer line cannot be 94 UTF-8 characters, which have at most four bytes each. */
export const MAX_UTF8_LINE_BYTES = 4 * RECORD_COLUMNS;

/** Whether at least two records follow each other without line breaks, each beginning with a record type. */
export function hasUnbrokenRecords(line: string): boolean {
  if (line.length < 2 * RECORD_COLUMNS) return false;
  for (let at = 0; at < line.length && at < MAX_UTF8_LINE_BYTES; at += RECORD_COLUMNS)
    if (!RECORD_TYPES.includes(line.charAt(at))) return false;
  return true;
}

/** Some programs count characters, not bytes. @returns null unless `line` (one character per byte) is such a record */
export function asUtf8Columns(line: string): string | null {
  if (!/[\x80-\xff]/.test(line)) return null;
  try {
    const decoded = decoder.decode(latin1Bytes(line)).trimEnd();
    return decoded.length > RECORD_COLUMNS ? null : decoded;
  } catch {
    return null;
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** NACHA began in 1974: two-digit years from 70 on belong to the last century. */
const FIRST_YEAR_OF_LAST_CENTURY = 70;
const MILLISECONDS_PER_DAY = 86_400_000;
const NO_DATE = /^(?: *|0*)$/;

/** `null`: blank or zero, which is allowed. `undefined`: not a date. */
export type ParsedNachaDate = Day | null | undefined;

/** YYMMDD. */
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
 * The ACH operator writes only the day of the year (001 to 366). The year is chosen so that the date is nearest to
 * `near`, the effective entry date or file creation date.
 */
export function parseSettlementDate(content: string, near: Day | null): ParsedNachaDate {
  if (NO_DATE.test(content)) return null;
  if (!/^\d{3}$/.test(content)) return undefined;
  if (near === null) return null;
  if (lastSettlementDate?.content !== content || lastSettlementDate.near !== near)
    lastSettlementDate = { content, near, day: nearestYear(Number(content), near) };
  return lastSettlementDate.day;
}

/** Consecutive batches usually settle on the same day. */
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

const NON_ASCII = /[^\x20-\x7e]/;
const NON_LATIN1 = /[\u0100-\uffff]/;
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTERS = /[\x00-\x1f\x7f]/g;

const utf8 = new TextDecoder('utf-8', { fatal: true });
const windows1252 = new TextDecoder('windows-1252');

/**
 * NACHA allows only ASCII, but names arrive in UTF-8 and Windows-1252.
 * @param content one character per byte, or decoded
 */
export function decodeFieldText(content: string): string {
  if (!NON_ASCII.test(content)) return content.trim();
  const printable = content.replaceAll(CONTROL_CHARACTERS, ' ');
  if (NON_LATIN1.test(printable)) return printable.trim();
  const bytes = latin1Bytes(printable);
  // Trimmed after decoding: 0xA0, a space in Windows-1252, is the last byte of "à" in UTF-8.
  try {
    return utf8.decode(bytes).trim();
  } catch {
    return windows1252.decode(bytes).trim();
  }
}
