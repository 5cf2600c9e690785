import { createHash } from 'node:crypto';
import { AlertsTestContext } from '../testing/alerts-test-context.ts';
import { evidenceFileFixture } from './testing/evidence-file-fixtures.ts';

const ANNA = { id: 7, name: 'anna' };
const PDF = '/api/unusual-activities/1/evidence.pdf';

let context: AlertsTestContext;
beforeAll(async () => {
  context = await AlertsTestContext.start();
});
afterAll(() => context.stop());
beforeEach(() => context.forgetAlerts());

const { evidence } = evidenceFileFixture();
/** PDF dictionaries are plain text. Only streams are compressed. */
const pagesOf = (pdf: Buffer) => Number(/\/Type \/Pages\s[^>]*\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1]);

describe('evidence PDF', () => {
  it('the evidence PDF is a named file on US Letter with embedded fonts', async () => {
    await context.stored({ evidence });
    const { status, headers, body } = await context.analytics.get(PDF);
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      'attachment; filename="alert-1-evidence.pdf"',
    ]);
    const text: string = body.toString('latin1');
    expect(text.startsWith('%PDF-')).toBe(true);
    expect(text.trimEnd().endsWith('%%EOF')).toBe(true);
    expect(text).toContain('/MediaBox [0 0 612 792]');
    expect(text.match(/\/FontFile2/g)).toHaveLength(2);
    expect(Number(headers['content-length'])).toBe(body.length);
  });

  it('the evidence PDF spans several pages for five hundred entries', async () => {
    const [first] = evidence.entries;
    await context.stored({ evidence: { ...evidence, entries: Array.from({ length: 500 }, () => first) } });
    const { body } = await context.analytics.get(PDF);
    expect(pagesOf(body)).toBeGreaterThan(10);
    expect(pagesOf(body)).toBeLessThan(60);
  });

  it('the evidence PDF contains evidence stored by an earlier version, and a note longer than a page', async () => {
    await context.stored({ evidence: { triggerEntryId: '1' }, account: 'GONE' });
    await context.analytics.patch('/api/unusual-activities/1/review', { note: 'word '.repeat(799) }, ANNA);
    const { status, body } = await context.analytics.get(PDF);
    expect([status, pagesOf(body)]).toEqual([200, 2]);
  });

  it('each download of the evidence PDF is audited with the hash of the file', async () => {
    await context.stored({ evidence });
    const { body } = await context.analytics.get(PDF, ANNA);
    await context.analytics.get(PDF, ANNA);
    const trail = await context.trail();
    expect(trail).toHaveLength(2);
    expect(trail).toContainEqual(
      expect.objectContaining({
        action: 'alert.exported',
        actor_id: 7,
        subject_id: '1',
        subject_label: null,
        detail: { sha256: createHash('sha256').update(body).digest('hex') },
      }),
    );
  });

  it('the evidence PDF is not sent when it cannot be audited', async () => {
    await context.stored({ evidence });
    await context.ledger.client.query('ALTER TABLE analytics.audit_outbox RENAME TO away');
    try {
      expect((await context.analytics.get(PDF)).status).toBe(500);
    } finally {
      await context.ledger.client.query('ALTER TABLE analytics.away RENAME TO audit_outbox');
    }
  });

  it('the evidence PDF is not found for an unknown alert and is refused to callers who are not staff', async () => {
    expect((await context.analytics.get('/api/unusual-activities/99/evidence.pdf')).status).toBe(404);
    expect((await context.analytics.get('/api/unusual-activities/x/evidence.pdf')).status).toBe(400);
    expect((await context.analytics.get(PDF, { id: 1, name: 'gateway', role: 'Gateway' })).status).toBe(403);
    expect(await context.trail()).toEqual([]);
  });
});
