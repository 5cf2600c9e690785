import type { Client } from 'pg';
import { LedgerMerge, type MergeCounts } from './ledger-merge.ts';
import { stageInSlices } from './staging.ts';

/** Some 28,000 rows: large enough for set-based work, small enough that reading and merging keep pace. */
const SLICE_BYTES = 6 * 1024 ** 2;

/**
 * Everything an import does inside its one transaction, except saying that it is done. For rows that the ledger
 * already has it changes nothing, so running it again is harmless.
 */
export async function bringIntoLedger(
  client: Client,
  options: { importId: number; copyText: AsyncIterable<Buffer>; sliceBytes?: number },
): Promise<MergeCounts> {
  const { importId, copyText, sliceBytes = SLICE_BYTES } = options;
  const merge = new LedgerMerge(client, importId);
  await merge.begin();
  await stageInSlices(client, { copyText, sliceBytes, onSlice: () => merge.addSlice() });
  return merge.finish();
}
