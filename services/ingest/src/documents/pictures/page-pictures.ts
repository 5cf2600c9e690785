import type { Readable } from 'node:stream';

/** Pictures of pages that people compare rows with, JPEG. Who reads a document leaves them in its folder. */
export abstract class PagePictures {
  /** Takes over what is in the folder of a document that has been read. */
  abstract keep(parseJobId: number): Promise<void>;

  /** Null when there is none. */
  abstract read(parseJobId: number, page: number): Promise<Readable | null>;

  abstract areThere(parseJobId: number): Promise<boolean>;

  /** Of which documents there are any, or a folder that nobody has taken over. */
  abstract documents(): Promise<number[]>;

  abstract remove(parseJobId: number): Promise<void>;
}
