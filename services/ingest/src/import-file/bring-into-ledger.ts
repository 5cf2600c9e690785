import type { Client } from 'pg';
import { copyStraight } from './copy-straight.ts';
import { FileSlices } from './file-slices.ts';
import { ledgerLines } from './ledger-lines.ts';
import { LedgerMerge, type MergeCounts } from './ledger-merge.ts';
import { createStaging, stageSlice } from './staging.ts';

/** Some 28,000 rows: large enough for set-based work, small enough that reading and merging keep pace. */
const SLICE_BYTES = 6 * 1024 ** 2;

/**
 * Everything an import does inside its one transaction, except saying that it is done. For rows that the ledger
 * already has it changes nothing, so running it again is harmless.
 *
 * One slice is stored while the next is read from the file: PostgreSQL and this process both have work all the time, and
 * what is held between them is bounded. Slices are staged and merged. When one of them was wholly new, the next are likely
 * to be: their entries are copied straight into the ledger, until one of them is refused as known.
 *
 * @param options.inOrder stages every slice: its rows are then inserted in one order, whatever that of the file is. For an
 * import that has met another of the same entries.
 */
export async function bringIntoLedger(
  client: Client,
  options: { importId: number; copyText: AsyncIterable<Buffer>; inOrder?: boolean; sliceBytes?: number },
): Promise<MergeCounts> {
  const { importId, copyText, inOrder = false, sliceBytes = SLICE_BYTES } = options;
  const merge = new LedgerMerge(client, importId);
  const stage = (pieces: Iterable<Buffer> | AsyncIterable<Buffer>) =>
    stageSlice(client, { pieces, merge: () => merge.addSlice() });
  const slices = new FileSlices(copyText);
  let mayBeKnown = inOrder;
  try {
    await createStaging(client);
    await merge.begin();
    while (!slices.isEmpty) {
      if (mayBeKnown || !merge.isLastWhollyNew) {
        await stage(slices.take(sliceBytes));
        continue;
      }
      // Held until it is stored: what is refused is staged instead.
      const pieces: Buffer[] = [];
      for await (const piece of slices.take(sliceBytes)) pieces.push(piece);
      const { entries, others } = ledgerLines(pieces, importId);
      mayBeKnown = !(await merge.addStraight(() => copyStraight(client, entries)));
      if (mayBeKnown) await stage(pieces);
      else if (others.length > 0) await stage(others);
    }
  } finally {
    slices.close();
  }
  return merge.finish();
}
