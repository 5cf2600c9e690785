import { EvidencePdfPrinter } from './evidence-pdf.service.ts';
import type { EvidenceFile } from './evidence-pdf-sections.ts';
import { evidenceFileFixture } from './testing/evidence-file-fixtures.ts';

const isPdf = (bytes: Buffer) => bytes.subarray(0, 5).toString() === '%PDF-';

/** Enough entries that the layout takes a while. */
function aLongFile(): EvidenceFile {
  const file = evidenceFileFixture();
  const [first] = file.evidence.entries;
  if (first === undefined) throw new RangeError('there is an entry');
  return { ...file, evidence: { ...file.evidence, entries: Array.from({ length: 300 }, () => first) } };
}

describe('evidence printing', () => {
  it('printing evidence does not block other requests', async () => {
    let turns = 0;
    const turning = setInterval(() => (turns += 1), 1);
    try {
      expect(isPdf(await new EvidencePdfPrinter().print(aLongFile()))).toBe(true);
    } finally {
      clearInterval(turning);
    }
    // If this process laid out the document, it would block the event loop, and the timer would hardly ever run.
    expect(turns).toBeGreaterThan(20);
  });

  it('a failure to print evidence is reported to the caller, and the next document is printed', async () => {
    const printer = new EvidencePdfPrinter();
    const broken = { ...evidenceFileFixture(), evidence: null } as unknown as EvidenceFile;
    const [failed, printed] = await Promise.allSettled([printer.print(broken), printer.print(evidenceFileFixture())]);
    expect(failed.status).toBe('rejected');
    expect(printed).toMatchObject({ status: 'fulfilled' });
  });

  it('simultaneous print requests each return the right evidence document', async () => {
    const printer = new EvidencePdfPrinter();
    const files = await Promise.all(
      ['anna', 'ben'].map((exportedBy) => printer.print({ ...evidenceFileFixture(), exportedBy })),
    );
    expect(files.map((bytes) => /\((anna|ben)\)/.exec(bytes.toString('latin1'))?.[1])).toEqual(['anna', 'ben']);
  });
});
