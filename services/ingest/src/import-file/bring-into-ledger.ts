import type { Client } from 'pg';
import { copyStraight } from './copy-straight.ts';
import { FileSlices } from './file-slices.ts';
import { LedgerMerge, type MergeCounts } from './ledger-merge.ts';
import { createStaging, stageSlice } from './staging.ts';
import { StraightSlices } from './straight-slices.ts';

/** Enough rows to tell whether the file is new: what is staged costs more than what is copied. */
const FIRST_BYTES = 512 * 1024;
/** Some 28,000 rows: large enough for set-based work, small enough that reading and merging keep pace. */
const SLICE_BYTES = 6 * 1024 ** 2;
/** Two of these are held at a time, each as it came, laid out and in order. */
const STRAIGHT_BYTES = 3 * 1024 ** 2;

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
  const { importId, copyText, inOrder = false, sliceBytes } = options;
  const merge = new LedgerMerge(client, importId);
  const stage = (pieces: Iterable<Buffer> | AsyncIterable<Buffer>) =>
    stageSlice(client, { pieces, merge: () => merge.addSlice() });
  const copyWhileNew = async (straight: StraightSlices): Promise<void> => {
    for (let slice = await straight.next(); slice !== null; slice = await straight.next()) {
      const { entries, others, pieces } = slice;
      if (await merge.addStraight(() => copyStraight(client, entries))) {
        if (others.length > 0) await stage(others);
        continue;
      }
      await stage(pieces);
      const last = await straight.last();
      if (last !== null) await stage(last.pieces);
      return;
    }
  };
  const slices = new FileSlices(copyText);
  let mayBeKnown = inOrder;
  try {
    await createStaging(client);
    for (let bytes = FIRST_BYTES; !slices.isEmpty; bytes = SLICE_BYTES) {
      await stage(slices.take(sliceBytes ?? bytes));
      if (mayBeKnown || !merge.isLastWhollyNew) continue;
      await copyWhileNew(new StraightSlices(slices, { importId, bytes: sliceBytes ?? STRAIGHT_BYTES }));
      mayBeKnown = true;
    }
  } finally {
    slices.close();
  }
  return merge.finish();
}
