import type { Day } from '@clearwatch/domain/calendar/day';
import type { RetentionPeriod } from '@clearwatch/domain/retention-period';
import type { ReceiptNotes } from '../receipts/receipt-notes.ts';
import type { ReadingProgress } from './reading-progress.ts';

/** A file on its way into the ledger. */
export interface FileToRead {
  chunks: AsyncIterable<Buffer>;
  /** Newest day that a row may carry. */
  latestDay: Day;
  /** What is too old for it is refused. */
  kept: RetentionPeriod;
  /** Readers count the rows; bytes are counted where they come from, for they may come packed. */
  progress: ReadingProgress;
  /** What the reader has to say about the file as a whole. */
  notes: ReceiptNotes;
}

/**
 * Reads a file of one kind, chunk by chunk, as pieces of COPY text.
 * @throws ImportFileError when the file as a whole cannot be read
 */
export type CopyTextOf = (file: FileToRead) => AsyncGenerator<Buffer, void>;
