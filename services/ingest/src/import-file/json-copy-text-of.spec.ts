import { Readable } from 'node:stream';
import { retainedMemory } from '@clearwatch/service-kit/testing/memory-usage';
import { ReceiptNotes } from '../receipts/receipt-notes.ts';
import { aRow } from '../testing/a-row.ts';
import { countedChunks } from './counted-chunks.ts';
import { jsonCopyTextOf } from './json-copy-text-of.ts';
import { noProgress } from './reading-progress.ts';

const MEGABYTE = 1024 ** 2;

describe('reading a JSON file as COPY text', () => {
  it('needs no more memory for 32 MB than for a few: nothing is collected', async () => {
    const progress = noProgress();
    const before = retainedMemory();
    let peak = 0;
    let weighedAt = 0;
    for await (const piece of jsonCopyTextOf({
      chunks: countedChunks(chunksOf(32 * MEGABYTE), progress),
      latestDay: '2027-12-31',
      kept: { keptYears: 99, firstKeptDay: '1900-01-01', wasPurged: false },
      progress,
      notes: new ReceiptNotes(),
    })) {
      if (piece.length === 0 || progress.bytesRead < weighedAt) continue;
      weighedAt = progress.bytesRead + 8 * MEGABYTE;
      peak = Math.max(peak, retainedMemory() - before);
    }

    expect(progress.bytesRead).toBeGreaterThan(32 * MEGABYTE);
    expect(progress.rowsRead).toBeGreaterThan(75_000);
    // Kept, the bare text of these rows alone would take 32 MB.
    expect(peak).toBeLessThan(24 * MEGABYTE);
  }, 120_000);

  it('counts what was read and what was refused', async () => {
    const progress = noProgress();
    const file = Readable.from([Buffer.from('[{"amount":"x"},'), Buffer.from('7]')]);
    const chunks = countedChunks(file, progress);
    const notes = new ReceiptNotes();
    const lines = [];
    for await (const piece of jsonCopyTextOf({
      chunks,
      latestDay: '2027-12-31',
      kept: { keptYears: 99, firstKeptDay: '1900-01-01', wasPurged: false },
      progress,
      notes,
    }))
      lines.push(...piece.toString().trimEnd().split('\n'));

    expect(progress).toEqual({ bytesRead: 18, rowsRead: 2 });
    expect(lines).toHaveLength(2);
  });
});

/** A file of at least so many bytes, made on the fly. */
async function* chunksOf(bytes: number): AsyncGenerator<Buffer, void> {
  const row = JSON.stringify(aRow());
  const chunk = Buffer.from(`${row},\n`.repeat(2_000));
  yield Buffer.from('[');
  for (let made = 0; made < bytes; made += chunk.length) yield chunk;
  yield Buffer.from(`${row}]`);
}
