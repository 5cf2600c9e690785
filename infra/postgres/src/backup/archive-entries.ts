import { createHash } from 'node:crypto';
import type { Totals } from './backup-database.ts';

/** What stands in an archive, in this order. Its content follows each head, and its tail follows the content. */
export type EntryHead =
  /** First: what the archive is. Content: a `Manifest`. */
  | { kind: 'manifest' }
  /** Content: `BackedUpKeys`. */
  | { kind: 'keys' }
  /** A picture of a page of a document, under its path below `documents`. */
  | { kind: 'picture'; path: string }
  /** Rows of a table as COPY writes them in text; tables that others refer to come first. */
  | { kind: 'table'; table: string; columns: string[] }
  /** Content: `Sequence[]`. */
  | { kind: 'sequences' }
  /** The bytes of an uploaded file. */
  | { kind: 'upload'; digest: string }
  /** Last. Content: `Ending`. */
  | { kind: 'end' };

/** Known only when the content has been written. */
export interface EntryTail {
  /** Of the content, hex. */
  sha256: string;
  /** Of a table. */
  rows?: number;
}

export interface Manifest {
  format: 1;
  /** Of the program that made the archive. */
  version: string;
  /** UTC. */
  madeAt: string;
  /** Names, by schema: the state the tables are in. */
  migrations: Record<string, string[]>;
  totals: Totals;
  /** How far the audit log went, as `<number>:<hash>`; null when it was empty. */
  auditHead: string | null;
}

export interface Sequence {
  name: string;
  lastValue: string;
  isCalled: boolean;
}

export interface Ending {
  uploads: number;
  pictures: number;
  /** Digests of uploads that the tables name and that could not be read whole. */
  missing: string[];
}

/** Pieces of an entry: one byte for what it is, four for its length. */
const FRAME = { head: 1, content: 2, tail: 3 } as const;
const FRAME_HEAD_BYTES = 5;

function encodeFrame(kind: number, payload: Buffer): Buffer {
  const framed = Buffer.allocUnsafe(FRAME_HEAD_BYTES + payload.length);
  framed[0] = kind;
  framed.writeUInt32BE(payload.length, 1);
  payload.copy(framed, FRAME_HEAD_BYTES);
  return framed;
}

/** Nothing that is written comes near it. */
const MAX_FRAME_BYTES = 64 * 2 ** 20;

export interface ArchivedEntry {
  head: EntryHead;
  /** To be read once, to its end or not at all. */
  content: AsyncIterable<Buffer>;
  /** There when the content has been read. */
  tail(): EntryTail;
}

/**
 * The entries of an opened archive, one after the other; what is not read of one is passed over.
 * @throws Error when the bytes are not entries, or an entry's content is not what its tail says
 */
export async function* readEntries(source: AsyncIterable<Buffer>): AsyncGenerator<ArchivedEntry, void> {
  const frames = framesOf(source);
  for await (const { kind, payload } of frames) {
    if (kind !== FRAME.head) throw new Error(UNREADABLE_ENTRIES);
    let tail: EntryTail | undefined;
    const content = (async function* () {
      const hash = createHash('sha256');
      for (;;) {
        const { value, done } = await frames.next();
        if (done === true) throw new Error(UNREADABLE_ENTRIES);
        if (value.kind === FRAME.tail) {
          tail = JSON.parse(value.payload.toString('utf8')) as EntryTail;
          if (tail.sha256 !== hash.digest('hex')) throw new Error(UNREADABLE_ENTRIES);
          return;
        }
        if (value.kind !== FRAME.content) throw new Error(UNREADABLE_ENTRIES);
        hash.update(value.payload);
        yield value.payload;
      }
    })();
    yield {
      head: JSON.parse(payload.toString('utf8')) as EntryHead,
      content,
      tail: () => {
        if (tail === undefined) throw new Error('an entry was asked for its tail before it was read');
        return tail;
      },
    };
    let left = await content.next();
    while (left.done !== true) left = await content.next();
    if (tail === undefined) throw new Error('an entry was left in the middle');
  }
}

/** The whole content of an entry that is small. */
export async function valueOf<T>(entry: ArchivedEntry): Promise<T> {
  const pieces: Buffer[] = [];
  for await (const piece of entry.content) pieces.push(piece);
  return JSON.parse(Buffer.concat(pieces).toString('utf8')) as T;
}

const UNREADABLE_ENTRIES =
  'The backup opens, but its entries cannot be read: it was made by a program with a fault.';

async function* framesOf(
  source: AsyncIterable<Buffer>,
): AsyncGenerator<{ kind: number; payload: Buffer }, void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of source) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    for (;;) {
      if (rest.length < FRAME_HEAD_BYTES) break;
      const length = rest.readUInt32BE(1);
      if (length > MAX_FRAME_BYTES) throw new Error(UNREADABLE_ENTRIES);
      const end = FRAME_HEAD_BYTES + length;
      if (rest.length < end) break;
      yield { kind: rest[0] ?? 0, payload: rest.subarray(FRAME_HEAD_BYTES, end) };
      rest = rest.subarray(end);
    }
  }
  if (rest.length > 0) throw new Error(UNREADABLE_ENTRIES);
}

/** An entry as bytes. @param rows asked after the last byte of a table has been read */
export async function* writeEntry(
  head: EntryHead,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
  rows?: () => number,
): AsyncGenerator<Buffer, EntryTail> {
  yield encodeFrame(FRAME.head, Buffer.from(JSON.stringify(head), 'utf8'));
  const hash = createHash('sha256');
  for await (const piece of content) {
    hash.update(piece);
    yield encodeFrame(FRAME.content, piece);
  }
  const tail: EntryTail = { sha256: hash.digest('hex'), ...(rows === undefined ? {} : { rows: rows() }) };
  yield encodeFrame(FRAME.tail, Buffer.from(JSON.stringify(tail), 'utf8'));
  return tail;
}

/** An entry whose content is a value. */
export function writeValue(head: EntryHead, value: unknown): AsyncGenerator<Buffer, EntryTail> {
  return writeEntry(head, [Buffer.from(JSON.stringify(value), 'utf8')]);
}

/** Keys of an installation that its rows need; several are comma-separated. */
export interface BackedUpKeys {
  session: string;
  identity: string;
  passwordPepper: string;
  twoFactor: string;
  audit: string;
  /** Of `npm start`, which makes the passwords of PostgreSQL itself. */
  databaseOwner?: string | undefined;
  databaseRoles?: string | undefined;
}
