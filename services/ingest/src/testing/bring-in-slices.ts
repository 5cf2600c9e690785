import { Readable } from 'node:stream';
import type { Client } from 'pg';
import { bringIntoLedger } from '../import-file/bring-into-ledger.ts';
import { inImportTransaction } from '../import-file/import-connection.ts';
import { jsonCopyTextOf } from '../import-file/json-copy-text-of.ts';
import { noProgress } from '../import-file/reading-progress.ts';
import { ReceiptNotes } from '../receipts/receipt-notes.ts';
import { aFile } from './a-row.ts';
import { receive } from './import-rig.ts';
import type { IngestApp } from './ingest-app.ts';

/** A piece of COPY text is a slice: some 600 rows, so that the first 1,000 of a file are staged and the last are not. */
const SLICE_BYTES = 1;

export interface Bringing {
  importId?: number;
  inOrder?: boolean;
  watch?: (client: Client) => Client;
  /** What is waited for before the import is committed. */
  before?: () => Promise<unknown>;
}

/** Brings the rows of a file into the ledger in many slices, in one transaction. */
export async function bringInSlices(
  ingest: IngestApp,
  rows: Record<string, unknown>[],
  { importId, inOrder = false, watch = (client) => client, before = async () => undefined }: Bringing = {},
) {
  const file = aFile(rows);
  const id = importId ?? (await receive(ingest, file));
  return inImportTransaction(
    { url: ingest.environment.DATABASE_URL, importId: id, signal: new AbortController().signal },
    async (client) => {
      const counts = await bringIntoLedger(watch(client), {
        importId: id,
        inOrder,
        sliceBytes: SLICE_BYTES,
        copyText: jsonCopyTextOf({
          chunks: Readable.from([Buffer.from(file)]),
          latestDay: '2027-12-31',
          kept: { keptYears: 99, firstKeptDay: '1900-01-01', wasPurged: false },
          progress: noProgress(),
          notes: new ReceiptNotes(),
        }),
      });
      await before();
      return counts;
    },
  );
}
