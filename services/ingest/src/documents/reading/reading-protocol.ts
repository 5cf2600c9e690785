import { DOCUMENT_TYPES, type DocumentType } from '@clearwatch/contracts/upload-limits';

/** A document that cannot be read, in a sentence that says why and what to do. */
export class ReadingFailure extends Error {
  override readonly name = 'ReadingFailure';
}

/** What a reading process is told, as its only argument. */
export interface ReadingRequest {
  path: string;
  type: DocumentType;
  latestDay: string;
  /** Its own folder, where it leaves `result.json` and the pictures of pages. */
  folder: string;
}

/** What it says while it works. */
export type ReadingMessage =
  | { kind: 'progress'; pagesDone: number; pages: number }
  /** No page is done, but it goes on. */
  | { kind: 'alive' }
  /** The document is no good, in a sentence for people. */
  | { kind: 'failure'; sentence: string };

export const RESULT_FILE = 'result.json';

export const pictureFile = (page: number): string => `page-${page}.jpg`;

export const isPictureFile = (name: string): boolean => /^page-\d+\.jpg$/.test(name);

/** @throws Error when it is not what the parent writes */
export function parseReadingRequest(text: string | undefined): ReadingRequest {
  const order = JSON.parse(text ?? 'null') as Partial<ReadingRequest> | null;
  const { path, type, latestDay, folder } = order ?? {};
  if (path === undefined || latestDay === undefined || folder === undefined)
    throw new Error('no reading order');
  if (type === undefined || !Object.hasOwn(DOCUMENT_TYPES, type)) throw new Error('no type of document');
  return { path, type, latestDay, folder };
}
