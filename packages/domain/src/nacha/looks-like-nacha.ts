/**
 * Type 1 with priority code 01, then a blank and a routing number or ten digits; or with any priority code and the fixed columns
 * 35–40: some programs write 00.
 */
const FILE_HEADER = /^1(?:01[ \d]\d{9}|\d{2}.{31}094101)/;
/** Type 5 with a service class and, in columns 51–53, a class. */
const BATCH_HEADER = /^5(?:200|220|225|280).{46}[A-Z]{3}/;
/** Type 6 with transaction code, routing number, an amount in its columns, and a trace number at the end. */
const ENTRY = /^6\d{11}.{17}\d{10}.{39}[01]\d{15}$/;
/** What transmission programs put before a file ("$$ADD ID=…"). */
const TRANSMISSION_LINE = /^\$\$.*$/;

/**
 * Whether a file is one of NACHA, told by its first records: a file header, or a batch header or an entry of a file that has
 * lost its header. Its name is hearsay.
 *
 * @param beginning one character per byte; at least two records, or the whole file
 */
export function looksLikeNacha(beginning: string): boolean {
  const lines = beginning.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const first = lines.find((line) => !TRANSMISSION_LINE.test(line)) ?? '';
  return FILE_HEADER.test(first) || BATCH_HEADER.test(first) || ENTRY.test(first.slice(0, 94));
}
