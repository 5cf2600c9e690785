import type { SampleEntry } from '../ledger/sample-entry.ts';
import { fileRecords } from './file-records.ts';

/**
 * The ledger as a receiving institution gets it: one NACHA file for each day, one after the other, in pieces of text.
 * Files go by day and the ledger by account, so this format, unlike the others, holds the whole ledger in memory.
 */
export function* nachaChunks(entries: Iterable<SampleEntry>): Generator<string, void> {
  const days = Map.groupBy(entries, ({ postingDate }) => postingDate);
  for (const day of [...days.keys()].toSorted())
    yield `${fileRecords(day, days.get(day) ?? []).join('\n')}\n`;
}
