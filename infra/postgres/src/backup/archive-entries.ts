import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';

/** Archive entries, in this order. Each has a header, content, and a trailer. */
export type EntryHead =
  | { kind: 'manifest' }
  | { kind: 'keys' }
  /** Path relative to `documents`. */
  | { kind: 'picture'; path: string }
  /** Rows in COPY text format; referenced tables come first. */
  | { kind: 'table'; table: string; columns: string[] }
  | { kind: 'sequences' }
  | { kind: 'upload'; digest: string }
  | { kind: 'end' };

export interface EntryTail {
  sha256: string;
  rows?: number;
}

/** Counts, and sums in cents, for people to compare before and after a restore. */
export type Totals = Record<string, { count: string; credits?: string; debits?: string }>;

export interface Manifest {
  format: 1;
  version: string;
  madeAt: string;
  /** Migration names by schema. */
  migrations: Record<string, string[]>;
  totals: Totals;
  /** `<number>:<hash>` of the newest audit event; null for an empty log. */
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
  /** Digests of referenced uploads that could not be fully read. */
  missing: string[];
}

/** Each frame starts with one byte for its kind and four bytes for its length. */
const FRAME = { head: 1, content: 2, tail: 3 } as const;
const FRAME_HEAD_BYTES = 5;

function encodeFrame(kind: keyof typeof FRAME, payload: Buffer): Buffer {
  const head = Buffer.from([FRAME[kind], 0, 0, 0, 0]);
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}

const encodeJson = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

const MAX_FRAME_BYTES = 64 * 2 ** 20;

export interface ArchivedEntry {
  head: EntryHead;
  content: AsyncIterable<Buffer>;
  /** Available after the content has been read. */
  tail(): EntryTail;
}

/** Skips unread content. */
export async function* readEntries(source: AsyncIterable<Buffer>): AsyncGenerator<ArchivedEntry, void> {
  const frames = framesOf(source);
  for await (const { kind, payload } of frames) {
    if (kind !== FRAME.head) throw new Error(UNREADABLE_ENTRIES);
    let tail: EntryTail | undefined;
    const content = (async function* () {
      const hash = createHash('sha256');
      let { value: frame } = await frames.next();
      for (; frame?.kind === FRAME.content; { value: frame } = await frames.next()) {
        hash.update(frame.payload);
        yield frame.payload;
      }
      if (frame?.kind === FRAME.tail) tail = JSON.parse(frame.payload.toString('utf8')) as EntryTail;
      if (tail?.sha256 !== hash.digest('hex')) throw new Error(UNREADABLE_ENTRIES);
    })();
    yield {
      head: JSON.parse(payload.toString('utf8')) as EntryHead,
      content,
      tail: () => {
        if (tail === undefined) throw new Error('the tail of an entry was requested before its content was read');
        return tail;
      },
    };
    let left = await content.next();
    while (left.done !== true) left = await content.next();
    if (tail === undefined) throw new Error('an entry was not read to its end');
  }
}

export async function valueOf<T>(entry: ArchivedEntry): Promise<T> {
  return (await json(Readable.from(entry.content))) as T;
}

const UNREADABLE_ENTRIES = 'The backup opens, but its entries cannot be read: the program that wrote it has a bug.';

async function* framesOf(source: AsyncIterable<Buffer>): AsyncGenerator<{ kind: number; payload: Buffer }, void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of source) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    while (rest.length >= FRAME_HEAD_BYTES) {
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

/** @param rows called after the last byte of a table has been read */
export async function* writeEntry(
  head: EntryHead,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
  rows?: () => number,
): AsyncGenerator<Buffer, EntryTail> {
  yield encodeFrame('head', encodeJson(head));
  const hash = createHash('sha256');
  for await (const piece of content) {
    hash.update(piece);
    yield encodeFrame('content', piece);
  }
  const tail: EntryTail = { sha256: hash.digest('hex'), ...(rows === undefined ? {} : { rows: rows() }) };
  yield encodeFrame('tail', encodeJson(tail));
  return tail;
}

export function writeValue(head: EntryHead, value: unknown): AsyncGenerator<Buffer, EntryTail> {
  return writeEntry(head, [encodeJson(value)]);
}

/**
 * Comma-separated lists of the keys that an installation needs to read its rows. Backups from earlier versions lack
 * `alert`. The last two exist only with `npm start`, which creates them.
 */
export type BackedUpKeys = Record<'session' | 'identity' | 'passwordPepper' | 'twoFactor' | 'audit', string> &
  Partial<Record<'alert' | 'databaseOwner' | 'databaseRoles', string>>;
