import { Readable } from 'node:stream';
import { isUniqueViolation } from '@clearwatch/service-kit/database/database-errors';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { STAGED_COLUMNS } from './import-copy-text.ts';

/** Memory for one text after the other: made anew for each, megabytes would lie about until V8 gets to collecting them. */
class ReusableBuffer {
  private buffer: Buffer = Buffer.alloc(0);

  /** At least so many bytes, with whatever the text before has left. */
  of(bytes: number): Buffer {
    if (this.buffer.length < bytes) this.buffer = Buffer.allocUnsafeSlow(bytes);
    return this.buffer;
  }
}

/** Notes where the lines of accounts begin in a text, to put those of one account side by side. */
class AccountOrder {
  private readonly accounts: string[] = [];
  private readonly starts: number[] = [];
  private isOrdered = true;

  /** @param start of the next line, whose account this is */
  add(account: string, start: number): void {
    if (account < (this.accounts.at(-1) ?? '')) this.isOrdered = false;
    this.accounts.push(account);
    this.starts.push(start);
  }

  /**
   * The lines in the order of their accounts, those of one account as they came.
   * @param room where they are written to when they came in another
   */
  applied(lines: Buffer, room: ReusableBuffer): Buffer {
    if (this.isOrdered) return lines;
    const { accounts, starts } = this;
    const ordered = room.of(lines.length);
    const order = Array.from(accounts.keys()).toSorted((one, other) =>
      compareAccounts(accounts[one] ?? '', accounts[other] ?? ''),
    );
    let length = 0;
    for (const index of order)
      length += lines.copy(ordered, length, starts[index], starts[index + 1] ?? lines.length);
    return ordered.subarray(0, length);
  }
}

function compareAccounts(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** What stands before the entry's own fields in a staged line, `transaction_hash` and `has_trace` among it. */
const LEADING_COLUMNS = 5;
const [HASH, HAS_TRACE] = [STAGED_COLUMNS.indexOf('transaction_hash'), STAGED_COLUMNS.indexOf('has_trace')];
const LINE = STAGED_COLUMNS.indexOf('line');

/** Columns of the ledger, in the order of the lines made here. */
export const LEDGER_COLUMNS = [
  'import_id',
  'line',
  'transaction_hash',
  ...STAGED_COLUMNS.slice(LEADING_COLUMNS),
];

/** What stands before the account in a staged line. */
const ACCOUNT = STAGED_COLUMNS.indexOf('account_number');

/** The numbers and the identity of a staged line alone are longer: what the import's id can add is bounded by this. */
const MIN_LINE_LENGTH = 64;
const [TAB, NEWLINE, TRUE] = [9, 10, 't'.charCodeAt(0)];

interface SplitLines {
  /** Entries that have a trace number, as COPY text of the ledger's columns, ordered by account. */
  entries: Buffer;
  /** Refused rows and entries that must wait for the end of the file, as they were. */
  others: Buffer[];
}

interface LineBuffers {
  lines: ReusableBuffer;
  ordered: ReusableBuffer;
}

export function newLineBuffers(): LineBuffers {
  return { lines: new ReusableBuffer(), ordered: new ReusableBuffer() };
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
export function toLedgerLines(
  pieces: readonly Buffer[],
  importId: number,
  rooms: LineBuffers = newLineBuffers(),
): SplitLines {
  const id = Buffer.from(`${importId}\t`);
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const entries = rooms.lines.of(bytes + Math.ceil(bytes / MIN_LINE_LENGTH) * id.length);
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
      findFieldStarts(piece, from, starts);
      const account = piece.toString('latin1', starts[ACCOUNT], (starts[ACCOUNT + 1] ?? 0) - 1);
      order.add(account, length);
      keep(id, 0, id.length);
      keep(piece, starts[LINE] ?? 0, starts[LINE + 1] ?? 0);
      keep(piece, starts[HASH] ?? 0, starts[HASH + 1] ?? 0);
      length += piece.copy(entries, length, starts[LEADING_COLUMNS], end);
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
function findFieldStarts(piece: Buffer, from: number, starts: Int32Array): void {
  starts[0] = from;
  for (let at = from, field = 1; field < starts.length; at += 1)
    if (piece[at] === TAB) starts[field++] = at + 1;
}

/** One request: an answer waits until the reader of the file lets this process look at it, and PostgreSQL waits meanwhile. */
const DIRECT_COPY_SQL = `
  SAVEPOINT straight;
  COPY ledger.transactions (${LEDGER_COLUMNS.join(', ')}) FROM STDIN;
  RELEASE SAVEPOINT straight`;
const ROLLBACK_DIRECT_COPY_SQL = 'ROLLBACK TO SAVEPOINT straight; RELEASE SAVEPOINT straight';

/**
 * Copies entries into the ledger, all or none. A row costs about two thirds of what staging and inserting it does.
 * @param entries COPY text of `LEDGER_COLUMNS`
 * @returns how many were stored; null when one of them is in the ledger, or comes twice, and none was
 */
export async function copyDirectly(client: Client, entries: Buffer): Promise<number | null> {
  if (entries.length === 0) return 0;
  try {
    return await copyEntries(client, entries);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    await client.query(ROLLBACK_DIRECT_COPY_SQL);
    return null;
  }
}

/**
 * Sent as one message, which PostgreSQL reads to its end before it looks at a row: an error never meets a stream that still
 * has something to send, which it cannot stop doing.
 */
async function copyEntries(client: Client, entries: Buffer): Promise<number> {
  const stream = client.query(copyFrom(DIRECT_COPY_SQL));
  await new Promise<void>((resolve, reject) => {
    // Listens on: a stream that failed may speak of it twice.
    stream.on('error', reject);
    stream.once('finish', resolve);
    stream.end(entries);
  });
  return stream.rowCount;
}

/** Pieces of COPY text that are made while PostgreSQL is busy: some 4 MB. */
const CHUNKS_AHEAD = 32;

/** Hands out a file's pieces of COPY text in slices, and reads ahead of them by a bounded amount. */
export class FileSlices {
  isEmpty = false;
  private readonly stream: Readable;
  private readonly pieces: AsyncIterator<Buffer>;

  constructor(copyText: AsyncIterable<Buffer>) {
    this.stream = Readable.from(copyText, { highWaterMark: CHUNKS_AHEAD });
    this.pieces = (this.stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

  /** The next slice, piece by piece. */
  async *take(bytes: number): AsyncGenerator<Buffer, void> {
    for (let taken = 0; taken < bytes; ) {
      const next = await this.pieces.next();
      if (next.done === true) {
        this.isEmpty = true;
        return;
      }
      taken += next.value.length;
      yield next.value;
    }
  }

  close(): void {
    this.stream.destroy();
  }
}

/** A slice of the file that is likely to be wholly new. It may be used until the next one is asked for. */
export interface DirectCopySlice extends SplitLines {
  /** As it was: what is refused is staged instead. */
  pieces: readonly Buffer[];
}

/** Hands out what is left of a file in slices, and has the next one ready while one is stored. */
export class DirectCopySlices {
  private ahead: Promise<DirectCopySlice | null>;
  /** Those of the slice that is stored, and of the next. */
  private rooms: [LineBuffers, LineBuffers] = [newLineBuffers(), newLineBuffers()];

  constructor(
    private readonly slices: FileSlices,
    private readonly options: { importId: number; bytes: number },
  ) {
    this.ahead = this.prepared();
  }

  /** Null at the end of the file. */
  async next(): Promise<DirectCopySlice | null> {
    const slice = await this.ahead;
    this.ahead = slice === null ? Promise.resolve(null) : this.prepared();
    return slice;
  }

  /** What has been read already, when no more of it is to be. */
  last(): Promise<DirectCopySlice | null> {
    return this.ahead;
  }

  private prepared(): Promise<DirectCopySlice | null> {
    const slice = this.prepare();
    // Whoever asks for it is told; when the import has failed meanwhile nobody does.
    slice.catch(() => undefined);
    return slice;
  }

  private async prepare(): Promise<DirectCopySlice | null> {
    const { importId, bytes } = this.options;
    const pieces: Buffer[] = [];
    for await (const piece of this.slices.take(bytes)) pieces.push(piece);
    this.rooms = [this.rooms[1], this.rooms[0]];
    return pieces.length === 0 ? null : { pieces, ...toLedgerLines(pieces, importId, this.rooms[0]) };
  }
}
