import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { retainedMemory } from '@clearwatch/service-kit/testing/memory-usage';
import { ReceiptCollector } from '../imports/receipt-parts.ts';
import { extractionRow } from '../testing/import-file-fixtures.ts';
import { jsonToCopyText, OccurrenceCounter } from './import-readers.ts';
import { countChunks, newReadingProgress } from './open-stored-file.ts';

const MEGABYTE = 1024 ** 2;

describe('JSON files as COPY text', () => {
  it('reading a JSON file as COPY text needs no more memory for 32 MB than for a few', async () => {
    const progress = newReadingProgress();
    const retained: number[] = [];
    for await (const piece of jsonToCopyText({
      chunks: countChunks(chunksOf(32 * MEGABYTE), progress),
      latestDay: '2027-12-31',
      retention: { retentionYears: 99, firstRetainedDay: '1900-01-01', wasPurged: false },
      progress,
      notes: new ReceiptCollector(),
    })) {
      if (piece.length > 0 && progress.bytesRead >= retained.length * 8 * MEGABYTE) retained.push(retainedMemory());
    }

    expect(progress.bytesRead).toBeGreaterThan(32 * MEGABYTE);
    expect(progress.rowsRead).toBeGreaterThan(75_000);
    // Rows kept in memory would add 8 MB each time. Other work may affect one measurement, but not all.
    const growth = retained.slice(1).map((bytes, index) => bytes - (retained[index] ?? 0));
    expect(growth.length).toBeGreaterThanOrEqual(3);
    expect(Math.min(...growth)).toBeLessThan(4 * MEGABYTE);
  }, 120_000);

  it('reading a JSON file as COPY text counts read and rejected rows', async () => {
    const progress = newReadingProgress();
    const file = Readable.from([Buffer.from('[{"amount":"x"},'), Buffer.from('7]')]);
    const chunks = countChunks(file, progress);
    const notes = new ReceiptCollector();
    const lines = [];
    for await (const piece of jsonToCopyText({
      chunks,
      latestDay: '2027-12-31',
      retention: { retentionYears: 99, firstRetainedDay: '1900-01-01', wasPurged: false },
      progress,
      notes,
    }))
      lines.push(...piece.toString().trimEnd().split('\n'));

    expect(progress).toEqual({ bytesRead: 18, rowsRead: 2 });
    expect(lines).toHaveLength(2);
  });
});

/** A generated file of at least this many bytes. */
async function* chunksOf(bytes: number): AsyncGenerator<Buffer, void> {
  const row = JSON.stringify(extractionRow());
  const chunk = Buffer.from(`${row},\n`.repeat(2_000));
  yield Buffer.from('[');
  for (let made = 0; made < bytes; made += chunk.length) yield chunk;
  yield Buffer.from(`${row}]`);
}

const identity = (name: string): string => {
  const hex = createHash('sha256').update(name).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
};

describe('occurrences of equal entries', () => {
  it('occurrences of equal entries are counted per entry', () => {
    const counter = new OccurrenceCounter();
    expect(['a', 'b', 'a', 'c', 'a', 'b'].map((name) => counter.count(identity(name)))).toEqual([1, 1, 2, 1, 3, 2]);
  });

  it('occurrences of equal entries are remembered across many other entries', () => {
    const counter = new OccurrenceCounter();
    const names = Array.from({ length: 200_000 }, (_, index) => identity(`entry ${index}`));
    expect(new Set(names.map((name) => counter.count(name)))).toEqual(new Set([1]));
    expect(new Set(names.map((name) => counter.count(name)))).toEqual(new Set([2]));
  });

  it('occurrences of equal entries are counted for an identity of zeros', () => {
    const counter = new OccurrenceCounter();
    const zeros = '00000000-0000-0000-0000-000000000000';
    expect([counter.count(zeros), counter.count(zeros)]).toEqual([1, 2]);
  });
});
