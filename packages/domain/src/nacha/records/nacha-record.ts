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
