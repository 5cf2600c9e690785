import { DOCUMENT_LAYOUTS } from '@clearwatch/sample-data/documents/document-layouts';
import { CorpusReader, type CorpusReading } from './document-accuracy.ts';
import { SCAN_QUALITIES } from './scanned-pages.ts';

const namesOf = (readings: readonly CorpusReading[]) => readings.map(({ layout, scan }) => `${layout} ${scan ?? ''}`);

describe('document accuracy', () => {
  const corpus = new CorpusReader();
  afterAll(() => corpus.close());

  it.each([1, 2, 3])('the text of a document is read without errors in every layout (seed %d)', async (seed) => {
    const readings = await corpus.documents({ entries: 60, seed });
    expect(namesOf(readings.filter(({ right, known, wrong, held }) => right !== known || wrong + held > 0))).toEqual(
      [],
    );
    expect(readings.length).toBeGreaterThanOrEqual(12);
  });

  it('a clean scan is read completely, and a poor scan produces no wrong rows', async () => {
    const [clean, , , , , fax] = SCAN_QUALITIES;
    if (clean === undefined || fax === undefined) throw new Error('qualities are missing');
    const layouts = DOCUMENT_LAYOUTS.filter(({ name }) => name === 'plain, one name');
    const readings = await corpus.scans({ entries: 12, seed: 5 }, { layouts, qualities: [clean, fax] });
    const [good, bad] = readings;
    expect([good?.right, good?.wrong]).toEqual([12, 0]);
    expect(bad?.wrong).toBe(0);
  }, 600_000);
});
