import { createHash } from 'node:crypto';
import type { EntryHead, EntryTail } from './entry.ts';
import { FRAME, frame } from './frame.ts';

/** An entry as bytes. @param rows asked after the last byte of a table has been read */
export async function* writeEntry(
  head: EntryHead,
  content: AsyncIterable<Buffer> | Iterable<Buffer>,
  rows?: () => number,
): AsyncGenerator<Buffer, EntryTail> {
  yield frame(FRAME.head, Buffer.from(JSON.stringify(head), 'utf8'));
  const hash = createHash('sha256');
  for await (const piece of content) {
    hash.update(piece);
    yield frame(FRAME.content, piece);
  }
  const tail: EntryTail = { sha256: hash.digest('hex'), ...(rows === undefined ? {} : { rows: rows() }) };
  yield frame(FRAME.tail, Buffer.from(JSON.stringify(tail), 'utf8'));
  return tail;
}

/** An entry whose content is a value. */
export function writeValue(head: EntryHead, value: unknown): AsyncGenerator<Buffer, EntryTail> {
  return writeEntry(head, [Buffer.from(JSON.stringify(value), 'utf8')]);
}
