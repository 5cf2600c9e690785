import { Readable } from 'node:stream';
import { csvLine } from '@clearwatch/service-kit/csv/csv-line';
import * as fc from 'fast-check';
import { CopyToCsv } from './transaction-export.service.ts';

/** PostgreSQL's format for a row of non-NULL text values (manual, COPY, "CSV Format"). */
function copyLine(cells: readonly (string | null)[]): string {
  const quoted = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return `${cells.map((cell) => quoted(cell ?? '')).join(',')}\n`;
}

async function csvOf(bytes: Buffer, cutAt: readonly number[] = []): Promise<{ text: string; rows: number }> {
  const cuts = [0, ...cutAt.map((at) => at % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  const pieces = cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
  const csv = new CopyToCsv();
  const chunks: Buffer[] = [];
  for await (const chunk of Readable.from(pieces).pipe(csv)) chunks.push(chunk as Buffer);
  return { text: Buffer.concat(chunks).toString('utf8'), rows: csv.rows };
}

// Text with all characters that have a special meaning in either format.
const cell = fc.option(
  fc.oneof(
    fc.string({
      unit: fc.constantFrom('a', 'é', '😀', ',', '"', '\n', '\r', '\t', '\\', 'N', '=', '+', '-', '@', ' ', '\b'),
    }),
    fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', '')),
  ),
);

describe('COPY rows in CSV', () => {
  it('COPY rows become equivalent CSV lines no matter where the stream is split', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 8 }),
        fc.array(fc.nat(), { maxLength: 6 }),
        async (rows, cuts) => {
          const { text, rows: counted } = await csvOf(Buffer.from(rows.map(copyLine).join('')), cuts);
          expect(text).toBe(rows.map(csvLine).join(''));
          expect(counted).toBe(rows.length);
        },
      ),
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])(
    'COPY rows become CSV lines without formula cells: %j [security 6.4]',
    async (text) => {
      expect((await csvOf(Buffer.from(copyLine([text, 'b'])))).text).toBe(csvLine([text, 'b']));
      expect(csvLine([text])).toContain(`'${text}`);
    },
  );

  it('COPY rows that end in the middle of a row make the export fail', async () => {
    await expect(csvOf(Buffer.from('whole\nhal'))).rejects.toThrow('in the middle of a row');
  });
});
