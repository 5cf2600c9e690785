import { writeSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { DOCUMENT_TYPES, type DocumentType } from '@clearwatch/contracts/upload-limits';
import type { DocumentLayout } from '@clearwatch/domain/documents/document-layout';

/** A document cannot be read. Staff see the message: the reason and what to do. */
export class ReadingFailure extends Error {
  override readonly name = 'ReadingFailure';
}

/** The parent sends it on standard input. */
export interface ReadingRequest {
  path: string;
  type: DocumentType;
  latestDay: string;
  layouts: readonly DocumentLayout[];
}

export interface ReadingProgress {
  pagesDone: number;
  pages: number;
}

/** Positions of the words on the pages that show the columns, gzipped JSON. */
export const WORDS_FILE = 'words.json.gz';

export const pictureFile = (page: number): string => `page-${page}.jpg`;

export const isPictureFile = (name: string): boolean => /^page-\d+\.jpg$/.test(name);

/** Files that are kept while rows or columns are being reviewed. */
export const isKeptFile = (name: string): boolean => isPictureFile(name) || name === WORDS_FILE;

/** The first bytes of every file of this name. */
export const signatureOf = (name: string): Buffer => Buffer.from(name === WORDS_FILE ? '1f8b' : 'ffd8ff', 'hex');

/** @throws Error if the text is not a valid request */
export function parseReadingRequest(text: string): ReadingRequest {
  const { path, type, latestDay, layouts } = JSON.parse(text) as Partial<ReadingRequest>;
  if (path === undefined || latestDay === undefined || layouts === undefined) throw new Error('no reading order');
  if (type === undefined || !Object.hasOwn(DOCUMENT_TYPES, type)) throw new Error('no type of document');
  return { path, type, latestDay, layouts };
}

export const MAX_DOCUMENT_PAGES = 100;

/** Kinds of messages from the reader, with the largest size of each in bytes. */
const MESSAGE_LIMITS = {
  /** No other page is finished yet, but the process is working. */
  alive: 0,
  progress: 100,
  failure: 4_000,
  /** The page as two bytes, then a JPEG. */
  picture: 8 * 1024 ** 2,
  words: 16 * 1024 ** 2,
  /** 200,000 words with their positions take half of this. */
  result: 64 * 1024 ** 2,
} as const;
type MessageKind = keyof typeof MESSAGE_LIMITS;
const MESSAGE_KINDS = Object.keys(MESSAGE_LIMITS) as MessageKind[];
const MAX_TOTAL_BYTES = 256 * 1024 ** 2;
/** A hundred scanned pages take a tenth of this. */
const MAX_MESSAGES = 100_000;

/** One byte for the kind, four for the length of what follows. */
const HEAD_BYTES = 5;
/** The file descriptor after standard input, output and error. */
export const MESSAGE_PIPE = 3;

/** Sends a message from the reader to its parent, and waits until the parent has room for it. */
export function sendMessage(kind: MessageKind, content: Buffer | string = ''): void {
  const bytes = Buffer.from(content);
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(MESSAGE_KINDS.indexOf(kind));
  head.writeUInt32LE(bytes.length, 1);
  for (const part of [head, bytes])
    for (let sent = 0; sent < part.length; ) sent += writeSync(MESSAGE_PIPE, part, sent);
}

const NOT_TEXT = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\uFFFD]/gu;
const MAX_SENTENCE_LENGTH = 1_000;

/** The sentence may quote the document. */
export function sendFailure(sentence: string): void {
  sendMessage('failure', sentence.replaceAll(NOT_TEXT, ' ').slice(0, MAX_SENTENCE_LENGTH));
}

export function sendPicture(page: number, jpeg: Buffer): void {
  const number = Buffer.alloc(2);
  number.writeUInt16LE(page);
  sendMessage('picture', Buffer.concat([number, jpeg]));
}

/** The reader sent something that the reader's code never sends. */
export class InvalidMessage extends Error {
  override readonly name = 'InvalidMessage';
}

export interface ReceivedMessages {
  failure?: string;
  /** JPEG by page. */
  pictures: Map<number, Buffer>;
  /** JSON. */
  words?: Buffer;
  /** JSON. */
  result?: Buffer;
}

/**
 * Receives the messages of a reader until it ends. The reader may be controlled by the document, so everything is
 * checked before it is believed.
 * @throws InvalidMessage for a message that is unknown, too large, repeated or malformed
 */
export async function receiveMessages(
  stream: Readable,
  { onAlive, onProgress }: { onAlive: () => void; onProgress: (progress: ReadingProgress) => void },
): Promise<ReceivedMessages> {
  const received: ReceivedMessages = { pictures: new Map() };
  let progress: ReadingProgress = { pagesDone: -1, pages: 0 };
  let count = 0;
  for await (const { kind, content } of messagesIn(stream)) {
    count += 1;
    if (count > MAX_MESSAGES) throw new InvalidMessage(`more than ${MAX_MESSAGES} messages`);
    if (kind === 'alive') onAlive();
    else if (kind === 'progress') {
      const next = parseProgress(content, progress);
      onAlive();
      if (next.pagesDone !== progress.pagesDone) onProgress(next);
      progress = next;
    } else if (kind === 'failure') {
      received.failure ??= parseSentence(content);
    } else if (kind === 'picture') {
      const { page, jpeg } = parsePicture(content);
      if (received.pictures.has(page)) throw new InvalidMessage(`a second picture of page ${page}`);
      received.pictures.set(page, jpeg);
    } else {
      if (received[kind] !== undefined) throw new InvalidMessage(`a second message with the ${kind}`);
      received[kind] = content;
    }
  }
  return received;
}

async function* messagesIn(stream: Readable): AsyncGenerator<{ kind: MessageKind; content: Buffer }, void> {
  let total = 0;
  let rest: Buffer = Buffer.alloc(0);
  /** Not joined before a message is complete, because a large one arrives in thousands of pieces. */
  let pieces: Buffer[] = [];
  let missing = HEAD_BYTES;
  for await (const piece of stream as AsyncIterable<Buffer>) {
    total += piece.length;
    if (total > MAX_TOTAL_BYTES) throw new InvalidMessage(`more than ${MAX_TOTAL_BYTES} bytes`);
    pieces.push(piece);
    missing -= piece.length;
    if (missing > 0) continue;
    rest = Buffer.concat([rest, ...pieces]);
    pieces = [];
    for (;;) {
      const head = rest.length < HEAD_BYTES ? null : parseHead(rest);
      const end = HEAD_BYTES + (head?.length ?? 0);
      missing = end - rest.length;
      if (head === null || missing > 0) break;
      yield { kind: head.kind, content: rest.subarray(HEAD_BYTES, end) };
      rest = rest.subarray(end);
    }
  }
}

function parseHead(bytes: Buffer): { kind: MessageKind; length: number } {
  const kind = MESSAGE_KINDS[bytes.readUInt8()];
  const length = bytes.readUInt32LE(1);
  if (kind === undefined || length > MESSAGE_LIMITS[kind]) throw new InvalidMessage('an unknown or too large message');
  return { kind, length };
}

function parseProgress(content: Buffer, before: ReadingProgress): ReadingProgress {
  const [, pagesDone = -1, pages = -1] = (/^(\d{1,3})\/(\d{1,3})$/.exec(content.toString()) ?? []).map(Number);
  const isPossible = 0 <= pagesDone && pagesDone <= pages && pages <= MAX_DOCUMENT_PAGES;
  if (!isPossible || pagesDone < before.pagesDone || (before.pages > 0 && pages !== before.pages))
    throw new InvalidMessage('impossible progress');
  return { pagesDone, pages };
}

export const formatProgress = ({ pagesDone, pages }: ReadingProgress): string => `${pagesDone}/${pages}`;

/** Staff see it. */
function parseSentence(content: Buffer): string {
  const sentence = content.toString();
  if (sentence.search(NOT_TEXT) >= 0) throw new InvalidMessage('a sentence that is not text');
  return sentence;
}

function parsePicture(content: Buffer): { page: number; jpeg: Buffer } {
  const page = content.length < 2 ? 0 : content.readUInt16LE();
  const jpeg = content.subarray(2);
  if (page < 1 || page > MAX_DOCUMENT_PAGES) throw new InvalidMessage(`a picture of page ${page}`);
  const signature = signatureOf(pictureFile(page));
  if (!jpeg.subarray(0, signature.length).equals(signature)) throw new InvalidMessage('a picture that is no JPEG');
  return { page, jpeg };
}
