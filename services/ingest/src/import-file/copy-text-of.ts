import type { Day } from '@clearwatch/domain/calendar/day';
import type { ReadingProgress } from './reading-progress.ts';

/** A file on its way into the ledger. */
export interface FileToRead {
  chunks: AsyncIterable<Buffer>;
  /** Newest day that a row may carry. */
  latestDay: Day;
  progress: ReadingProgress;
}

/**
 * Reads a file of one kind, chunk by chunk, as pieces of COPY text.
 * @throws ImportFileError when the file as a whole cannot be read
 */
export type CopyTextOf = (file: FileToRead) => AsyncGenerator<Buffer, void>;
