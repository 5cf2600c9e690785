import { createHash } from 'node:crypto';
import type { EntryHead, EntryTail } from './entry.ts';
import { FRAME, FRAME_HEAD_BYTES } from './frame.ts';

/** Nothing that is written comes near it. */
const LARGEST_FRAME = 64 * 2 ** 20;

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
    if (kind !== FRAME.head) throw new Error(MIXED_UP);
    let tail: EntryTail | undefined;
    const content = (async function* () {
      const hash = createHash('sha256');
      for (;;) {
        const { value, done } = await frames.next();
        if (done === true) throw new Error(MIXED_UP);
        if (value.kind === FRAME.tail) {
          tail = JSON.parse(value.payload.toString('utf8')) as EntryTail;
          if (tail.sha256 !== hash.digest('hex')) throw new Error(MIXED_UP);
          return;
        }
        if (value.kind !== FRAME.content) throw new Error(MIXED_UP);
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

const MIXED_UP = 'The backup opens, but its entries cannot be read: it was made by a program with a fault.';

async function* framesOf(
  source: AsyncIterable<Buffer>,
): AsyncGenerator<{ kind: number; payload: Buffer }, void> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of source) {
    rest = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    for (;;) {
      if (rest.length < FRAME_HEAD_BYTES) break;
      const length = rest.readUInt32BE(1);
      if (length > LARGEST_FRAME) throw new Error(MIXED_UP);
      const end = FRAME_HEAD_BYTES + length;
      if (rest.length < end) break;
      yield { kind: rest[0] ?? 0, payload: rest.subarray(FRAME_HEAD_BYTES, end) };
      rest = rest.subarray(end);
    }
  }
  if (rest.length > 0) throw new Error(MIXED_UP);
}
