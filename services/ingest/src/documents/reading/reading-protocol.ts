import { DOCUMENT_TYPES, type DocumentType } from '@clearwatch/contracts/upload-limits';

/** A document cannot be read. Staff see the message: the reason and what to do. */
export class ReadingFailure extends Error {
  override readonly name = 'ReadingFailure';
}

export interface ReadingRequest {
  path: string;
  type: DocumentType;
  latestDay: string;
  /** The process's own folder, where it leaves `result.json` and the page pictures. */
  folder: string;
}

export interface ReadingProgress {
  pagesDone: number;
  pages: number;
}

export type ReadingMessage =
  | ({ kind: 'progress' } & ReadingProgress)
  /** No other page is finished yet, but the process is working. */
  | { kind: 'alive' }
  | { kind: 'failure'; sentence: string };

export const RESULT_FILE = 'result.json';
/** Saved layouts, from the parent: too long for an argument. */
export const LAYOUTS_FILE = 'layouts.json';
/** Positions of the words on the pages that show the columns, gzipped JSON. */
export const WORDS_FILE = 'words.json.gz';

export const pictureFile = (page: number): string => `page-${page}.jpg`;

export const isPictureFile = (name: string): boolean => /^page-\d+\.jpg$/.test(name);

/** Files that are kept while rows or columns are being reviewed. */
export const isKeptFile = (name: string): boolean => isPictureFile(name) || name === WORDS_FILE;

/** @throws Error if the text is not a valid request */
export function parseReadingRequest(text: string | undefined): ReadingRequest {
  const request = JSON.parse(text ?? 'null') as Partial<ReadingRequest> | null;
  const { path, type, latestDay, folder } = request ?? {};
  if (path === undefined || latestDay === undefined || folder === undefined) throw new Error('no reading order');
  if (type === undefined || !Object.hasOwn(DOCUMENT_TYPES, type)) throw new Error('no type of document');
  return { path, type, latestDay, folder };
}
