import { STAGED_COLUMNS } from './copy-line.ts';

/** What stands before the entry's own fields in a staged line, `transaction_hash` and `has_trace` among it. */
const LEADING = 6;
const [HASH, HAS_TRACE] = [STAGED_COLUMNS.indexOf('transaction_hash'), STAGED_COLUMNS.indexOf('has_trace')];
const LINE = STAGED_COLUMNS.indexOf('line');

/** Columns of the ledger, in the order of the lines made here. */
export const LEDGER_COLUMNS = ['import_id', 'line', 'transaction_hash', ...STAGED_COLUMNS.slice(LEADING)];

/** The numbers and the identity of a staged line alone are longer: what the import's id can add is bounded by this. */
const SHORTEST_LINE = 64;
const [TAB, NEWLINE, TRUE] = [9, 10, 't'.charCodeAt(0)];

interface PartedLines {
  /** Entries that have a trace number, as COPY text of the ledger's columns. */
  entries: Buffer;
  /** Refused rows and entries that must wait for the end of the file, as they were. */
  others: Buffer[];
}

/**
 * Parts staged lines into what can be copied straight into the ledger and what cannot. Works on bytes: a tab or a line
 * feed within a field is written as an escape.
 * @param pieces whole lines each
 */
export function ledgerLines(pieces: readonly Buffer[], importId: number): PartedLines {
  const id = Buffer.from(`${importId}\t`);
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const entries = Buffer.allocUnsafe(bytes + Math.ceil(bytes / SHORTEST_LINE) * id.length);
  const others: Buffer[] = [];
  const starts = new Int32Array(LEADING + 1);
  let length = 0;
  const keep = (piece: Buffer, from: number, to: number): void => {
    for (let at = from; at < to; at += 1) entries[length++] = piece[at] ?? 0;
  };
  for (const piece of pieces) {
    for (let from = 0, end = 0; from < piece.length; from = end) {
      end = piece.indexOf(NEWLINE, from) + 1;
      findStarts(piece, from, starts);
      if (piece[starts[HAS_TRACE] ?? 0] !== TRUE) {
        others.push(piece.subarray(from, end));
        continue;
      }
      keep(id, 0, id.length);
      keep(piece, starts[LINE] ?? 0, starts[LINE + 1] ?? 0);
      keep(piece, starts[HASH] ?? 0, starts[HASH + 1] ?? 0);
      length += piece.copy(entries, length, starts[LEADING], end);
    }
  }
  return { entries: entries.subarray(0, length), others };
}

/** Where the leading fields of the line begin, and the first after them. */
function findStarts(piece: Buffer, from: number, starts: Int32Array): void {
  starts[0] = from;
  for (let at = from, field = 1; field <= LEADING; at += 1) if (piece[at] === TAB) starts[field++] = at + 1;
}
