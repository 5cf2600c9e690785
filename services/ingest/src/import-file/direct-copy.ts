import { Readable } from 'node:stream';
import { isUniqueViolation } from '@clearwatch/service-kit/database/database-errors';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { ENTRY_COLUMNS, STAGED_COLUMNS } from './import-copy-text.ts';

/** Memory that is reused for each slice. Otherwise megabytes wait for V8's garbage collection. */
class ReusableBuffer {
  private buffer: Buffer = Buffer.alloc(0);

  of(bytes: number): Buffer {
    if (this.buffer.length < bytes) this.buffer = Buffer.allocUnsafeSlow(bytes);
    return this.buffer;
  }
}

/** Sorts lines by account. Lines for the same account keep their order. */
class AccountOrder {
  private readonly accounts: string[] = [];
  private readonly starts: number[] = [];
  private isOrdered = true;

  add(account: string, start: number): void {
    if (account < (this.accounts.at(-1) ?? '')) this.isOrdered = false;
    this.accounts.push(account);
    this.starts.push(start);
  }

  applied(lines: Buffer, buffer: ReusableBuffer): Buffer {
    if (this.isOrdered) return lines;
    const { accounts, starts } = this;
    const ordered = buffer.of(lines.length);
    const order = Array.from(accounts.keys()).toSorted((one, other) => {
      const [account = '', otherAccount = ''] = [accounts[one], accounts[other]];
      if (account === otherAccount) return 0;
      return account < otherAccount ? -1 : 1;
    });
    let length = 0;
    for (const index of order) length += lines.copy(ordered, length, starts[index], starts[index + 1] ?? lines.length);
    return ordered.subarray(0, length);
  }
}

const FIRST_ENTRY_COLUMN = STAGED_COLUMNS.length - ENTRY_COLUMNS.length;
const [LINE, HASH, HAS_TRACE, ACCOUNT] = (['line', 'transaction_hash', 'has_trace', 'account_number'] as const).map(
  (column) => STAGED_COLUMNS.indexOf(column),
) as [number, number, number, number];

/** Columns of the ledger, in the order of the COPY lines. */
export const LEDGER_COLUMNS = ['import_id', 'line', 'transaction_hash', ...ENTRY_COLUMNS];

/** Shorter than any staged line, which limits the room needed for the added import ids. */
const MIN_LINE_LENGTH = 64;
const [TAB, NEWLINE, TRUE] = [9, 10, 't'.charCodeAt(0)];

interface SplitLines {
  /** Entries with a trace number, as COPY text for the ledger's columns, sorted by account. */
  entries: Buffer;
  /** Rejected rows and entries that must wait for the end of the file, unchanged. */
  others: Buffer[];
}

export const newLineBuffers = () => ({ lines: new ReusableBuffer(), ordered: new ReusableBuffer() });

/**
 * Works on bytes: a tab or line feed within a field is written as an escape. Sorting by account lets PostgreSQL visit
 * the pages of the account index in order. For a NACHA file, where every batch contains all accounts, a row costs a
 * fifth less.
 * @param buffers hold the result until they are reused
 */
export function toLedgerLines(pieces: readonly Buffer[], importId: number, buffers = newLineBuffers()): SplitLines {
  const id = Buffer.from(`${importId}\t`);
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const entries = buffers.lines.of(bytes + Math.ceil(bytes / MIN_LINE_LENGTH) * id.length);
  const others: Buffer[] = [];
  const order = new AccountOrder();
  const starts = new Int32Array(ACCOUNT + 2);
  let length = 0;
  const append = (piece: Buffer, from: number, to: number): void => {
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
      append(id, 0, id.length);
      append(piece, starts[LINE] ?? 0, starts[LINE + 1] ?? 0);
      append(piece, starts[HASH] ?? 0, starts[HASH + 1] ?? 0);
      length += piece.copy(entries, length, starts[FIRST_ENTRY_COLUMN], end);
    }
  }
  return { entries: order.applied(entries.subarray(0, length), buffers.ordered), others };
}

/** In rejected rows, `has_trace` is null. */
function isTraced(piece: Buffer, from: number): boolean {
  let at = from;
  for (let field = 0; field < HAS_TRACE; at += 1) if (piece[at] === TAB) field += 1;
  return piece[at] === TRUE;
}

function findFieldStarts(piece: Buffer, from: number, starts: Int32Array): void {
  starts[0] = from;
  for (let at = from, field = 1; field < starts.length; at += 1) if (piece[at] === TAB) starts[field++] = at + 1;
}

/** Sent as one request; otherwise PostgreSQL would be idle while its response waits for the file reader to yield. */
const DIRECT_COPY_SQL = `
  SAVEPOINT straight;
  COPY ledger.transactions (${LEDGER_COLUMNS.join(', ')}) FROM STDIN;
  RELEASE SAVEPOINT straight`;
const ROLLBACK_DIRECT_COPY_SQL = 'ROLLBACK TO SAVEPOINT straight; RELEASE SAVEPOINT straight';

/**
 * Copies all entries or none, at two thirds of the cost of staging.
 * @returns how many were stored; null if one is known or occurs twice
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
 * Sends one message, which PostgreSQL reads to its end before it checks a row, because a stream that is still sending
 * cannot handle an error.
 */
async function copyEntries(client: Client, entries: Buffer): Promise<number> {
  const stream = client.query(copyFrom(DIRECT_COPY_SQL));
  await new Promise<void>((resolve, reject) => {
    // Not `once`, because a failed stream may emit the event twice.
    stream.on('error', reject);
    stream.once('finish', resolve);
    stream.end(entries);
  });
  return stream.rowCount;
}

/** Pieces of COPY text built while PostgreSQL is busy: about 4 MB. */
const CHUNKS_AHEAD = 32;

export class FileSlices {
  isEmpty = false;
  private readonly stream: Readable;
  private readonly pieces: AsyncIterator<Buffer>;

  constructor(copyText: AsyncIterable<Buffer>) {
    this.stream = Readable.from(copyText, { highWaterMark: CHUNKS_AHEAD });
    this.pieces = (this.stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

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

/** Valid until the one after the next is requested. */
export interface DirectCopySlice extends SplitLines {
  /** Unchanged, to be staged if some entries are known. */
  pieces: readonly Buffer[];
}

export class DirectCopySlices {
  private ahead: Promise<DirectCopySlice | null>;
  private buffers = [newLineBuffers(), newLineBuffers()] as const;

  constructor(
    private readonly slices: FileSlices,
    private readonly options: { importId: number; bytes: number },
  ) {
    this.ahead = this.prepare();
  }

  async next(): Promise<DirectCopySlice | null> {
    const slice = await this.ahead;
    this.ahead = slice === null ? Promise.resolve(null) : this.prepare();
    return slice;
  }

  last(): Promise<DirectCopySlice | null> {
    return this.ahead;
  }

  private prepare(): Promise<DirectCopySlice | null> {
    const slice = (async () => {
      const { importId, bytes } = this.options;
      const pieces: Buffer[] = [];
      for await (const piece of this.slices.take(bytes)) pieces.push(piece);
      this.buffers = [this.buffers[1], this.buffers[0]];
      return pieces.length === 0 ? null : { pieces, ...toLedgerLines(pieces, importId, this.buffers[0]) };
    })();
    // An import that has failed in the meantime does not await this slice.
    slice.catch(() => undefined);
    return slice;
  }
}
