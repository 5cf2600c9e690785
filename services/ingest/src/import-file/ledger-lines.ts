import { AccountOrder } from './account-order.ts';
import { STAGED_COLUMNS } from './copy-line.ts';
import { Room } from './room.ts';

/** What stands before the entry's own fields in a staged line, `transaction_hash` and `has_trace` among it. */
const LEADING = 5;
const [HASH, HAS_TRACE] = [STAGED_COLUMNS.indexOf('transaction_hash'), STAGED_COLUMNS.indexOf('has_trace')];
const LINE = STAGED_COLUMNS.indexOf('line');

/** Columns of the ledger, in the order of the lines made here. */
export const LEDGER_COLUMNS = ['import_id', 'line', 'transaction_hash', ...STAGED_COLUMNS.slice(LEADING)];

/** What stands before the account in a staged line. */
const ACCOUNT = STAGED_COLUMNS.indexOf('account_number');

/** The numbers and the identity of a staged line alone are longer: what the import's id can add is bounded by this. */
const SHORTEST_LINE = 64;
const [TAB, NEWLINE, TRUE] = [9, 10, 't'.charCodeAt(0)];

export interface PartedLines {
  /** Entries that have a trace number, as COPY text of the ledger's columns, ordered by account. */
  entries: Buffer;
  /** Refused rows and entries that must wait for the end of the file, as they were. */
  others: Buffer[];
}

export interface LineRooms {
  lines: Room;
  ordered: Room;
}

export function newLineRooms(): LineRooms {
  return { lines: new Room(), ordered: new Room() };
}

/**
 * Parts staged lines into what can be copied straight into the ledger and what cannot. Works on bytes: a tab or a line
 * feed within a field is written as an escape.
 *
 * Entries of one account are put side by side, as most files have them anyway: PostgreSQL then meets the pages of the index on
 * accounts one after the other. Of a NACHA file, whose batches each have all accounts, a row costs a fifth less that way.
 * @param pieces whole lines each
 * @param rooms hold what is returned, until they are used again
 */
export function ledgerLines(
  pieces: readonly Buffer[],
  importId: number,
  rooms: LineRooms = newLineRooms(),
): PartedLines {
  const id = Buffer.from(`${importId}\t`);
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const entries = rooms.lines.of(bytes + Math.ceil(bytes / SHORTEST_LINE) * id.length);
  const others: Buffer[] = [];
  const order = new AccountOrder();
  const starts = new Int32Array(ACCOUNT + 2);
  let length = 0;
  const keep = (piece: Buffer, from: number, to: number): void => {
    for (let at = from; at < to; at += 1) entries[length++] = piece[at] ?? 0;
  };
  for (const piece of pieces) {
    for (let from = 0, end = 0; from < piece.length; from = end) {
      end = piece.indexOf(NEWLINE, from) + 1;
      if (!isTraced(piece, from)) {
        others.push(piece.subarray(from, end));
        continue;
      }
      findStarts(piece, from, starts);
      const account = piece.toString('latin1', starts[ACCOUNT], (starts[ACCOUNT + 1] ?? 0) - 1);
      order.add(account, length);
      keep(id, 0, id.length);
      keep(piece, starts[LINE] ?? 0, starts[LINE + 1] ?? 0);
      keep(piece, starts[HASH] ?? 0, starts[HASH + 1] ?? 0);
      length += piece.copy(entries, length, starts[LEADING], end);
    }
  }
  return { entries: order.applied(entries.subarray(0, length), rooms.ordered), others };
}

/** Refused rows have no field that says so. */
function isTraced(piece: Buffer, from: number): boolean {
  let at = from;
  for (let field = 0; field < HAS_TRACE; at += 1) if (piece[at] === TAB) field += 1;
  return piece[at] === TRUE;
}

/** Where the fields of the line begin, up to the one after the account. */
function findStarts(piece: Buffer, from: number, starts: Int32Array): void {
  starts[0] = from;
  for (let at = from, field = 1; field < starts.length; at += 1)
    if (piece[at] === TAB) starts[field++] = at + 1;
}
