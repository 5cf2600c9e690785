import { Readable } from 'node:stream';
import { occurrenceHash } from '@clearwatch/domain/ledger/transaction-identity';
import { aNachaFile, anAddenda, type TestEntry } from '@clearwatch/domain/nacha/testing/nacha-fixtures';
import { retainedMemory } from '@clearwatch/service-kit/testing/memory-usage';
import { ReceiptCollector } from '../imports/receipt-parts.ts';
import { nachaToCopyText } from './import-readers.ts';
import { countChunks, newReadingProgress } from './open-stored-file.ts';

const MEGABYTE = 1024 ** 2;
const latestDay = '2027-12-31';

async function linesOf(chunks: AsyncIterable<Buffer>): Promise<string[]> {
  const lines = [];
  for await (const piece of nachaToCopyText({
    chunks,
    latestDay,
    retention: { retentionYears: 99, firstRetainedDay: '1900-01-01', wasPurged: false },
    progress: newReadingProgress(),
    notes: new ReceiptCollector(),
  }))
    lines.push(...piece.toString().trimEnd().split('\n'));
  return lines;
}

describe('NACHA files as COPY text', () => {
  it('reading a NACHA file as COPY text needs no more memory for 24 MB than for a few', async () => {
    const progress = newReadingProgress();
    const retained: number[] = [];
    const chunks = countChunks(chunksOf(24 * MEGABYTE), progress);
    const notes = new ReceiptCollector();
    for await (const piece of nachaToCopyText({
      chunks,
      latestDay,
      retention: { retentionYears: 99, firstRetainedDay: '1900-01-01', wasPurged: false },
      progress,
      notes,
    })) {
      if (piece.length > 0 && progress.bytesRead >= retained.length * 4 * MEGABYTE) retained.push(retainedMemory());
    }

    expect(progress.bytesRead).toBeGreaterThan(24 * MEGABYTE);
    expect(progress.rowsRead).toBeGreaterThan(240_000);
    // Text kept in memory would add 4 MB each time, entries 65 MB. Other work may affect one measurement, but not all.
    const growth = retained.slice(1).map((bytes, index) => bytes - (retained[index] ?? 0));
    expect(growth.length).toBeGreaterThanOrEqual(5);
    expect(Math.min(...growth)).toBeLessThan(2 * MEGABYTE);
  }, 120_000);

  it('reading a NACHA file keeps at most 9,999 addenda of an entry and reports the others', async () => {
    const addenda = Array.from({ length: 10_050 }, () => anAddenda('05', { addendaSequence: '1', entrySequence: '1' }));
    const entry: TestEntry = { fields: { addendaCount: '9999' }, addenda };
    const file = aNachaFile([{ sec: 'CTX', entries: [entry] }]).join('\n');
    const lines = await linesOf(Readable.from([Buffer.from(file)]));

    expect(lines).toHaveLength(52);
    expect(lines.filter((line) => line.includes('at most 9999 addenda records'))).toHaveLength(51);
  });

  it('the n-th of equal NACHA entries gets the n-th identity, as in merging without trace numbers', async () => {
    const file = aNachaFile([{ sec: 'PPD', entries: [{}, { fields: { amount: '0000000001' } }, {}] }]);
    // The builder numbers its entries; here the first and the third are equal.
    file[4] = file[2] ?? '';
    const lines = await linesOf(Readable.from([Buffer.from(file.join('\n'))]));
    const [first = '', other, second] = lines.map((line) => line.split('\t')[3]);

    expect(second).toBe(occurrenceHash(first, 2));
    expect(other).not.toBe(first);
    expect(lines.map((line) => line.split('\t')[4])).toEqual(['t', 't', 't']);
  });

  it('a rejected NACHA entry reports the line of its bad addenda', async () => {
    const file = aNachaFile([{ sec: 'PPD', entries: [{ addenda: [`705${' '.repeat(80)}000\x000000001`] }] }]);
    const [line] = await linesOf(Readable.from([Buffer.from(file.join('\n'))]));

    expect(line).toMatch(
      /^1\t3\t.*"field":"addendaSequence".*"reason":"line 4: the addenda sequence \(columns 84–87\)/,
    );
  });
});

/** A generated file of at least this many bytes. */
async function* chunksOf(bytes: number): AsyncGenerator<Buffer, void> {
  const [header = '', batch = '', entry = '', ...controls] = aNachaFile([{ sec: 'PPD', entries: [{}] }]);
  const chunk = Buffer.from(`${entry}\n`.repeat(2_500));
  yield Buffer.from(`${header}\n${batch}\n`);
  for (let made = 0; made < bytes; made += chunk.length) yield chunk;
  yield Buffer.from(controls.join('\n'));
}
