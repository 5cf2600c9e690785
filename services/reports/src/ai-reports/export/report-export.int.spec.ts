import { createHash } from 'node:crypto';
import { AiReportTestContext, BEN } from '../testing/ai-report-test-context.ts';
import { reportFileFixture } from '../testing/report-file-fixtures.ts';

const { document, facts } = reportFileFixture();

let context: AiReportTestContext;
beforeAll(async () => {
  context = await AiReportTestContext.start({ settings: { INSTITUTION_NAME: 'Harbor Light Credit Union' } });
});
afterAll(() => context.stop());
beforeEach(async () => {
  await context.forget();
  await context.posted('2026-08-20');
});

describe('report export', () => {
  beforeEach(async () => {
    context.writes('executive_summary', async () => ({ document, facts }));
    await context.post('/api/generate-report', { reportType: 'executive_summary' });
  });

  it('a report is exported as a US Letter PDF with embedded fonts and as a Markdown file', async () => {
    const pdf = await context.get('/api/reports/1/report.pdf');
    expect([pdf.status, pdf.headers['content-type'], pdf.headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      'attachment; filename="report-1.pdf"',
    ]);
    const text: string = pdf.body.toString('latin1');
    expect(text.startsWith('%PDF-')).toBe(true);
    expect(text).toContain('/MediaBox [0 0 612 792]');
    expect(text).toContain('/FontFile2');
    const markdown = await context.get('/api/reports/1/report.md');
    expect([markdown.status, markdown.headers['content-type'], markdown.headers['content-disposition']]).toEqual([
      200,
      'text/markdown; charset=utf-8',
      'attachment; filename="report-1.md"',
    ]);
    expect(markdown.text).toMatch(/Institution: Harbor Light Credit Union[^]*Ledger as of: Aug 20, 2026/);
  });

  it('a report export names the institution from its profile', async () => {
    await context.owner.query(
      `INSERT INTO analytics.institution_profiles
         (version, name, routing_number, address_lines, saved_by, saved_by_name)
       VALUES (1, 'Lighthouse', '021000021', '{1 Wharf Street}', 1, 'ada'),
              (2, 'Lighthouse Credit Union', '021000021', '{1 Wharf Street}', 1, 'ada')`,
    );
    const markdown = await context.get('/api/reports/1/report.md');
    await context.owner.query('DELETE FROM analytics.institution_profiles');
    expect(markdown.text).toContain('Institution: Lighthouse Credit Union · 1 Wharf Street · ABA 021000021\n');
  });

  it('each export of a report is recorded with the SHA-256 of the file', async () => {
    const { body } = await context.get('/api/reports/1/report.pdf', BEN);
    await context.get('/api/reports/1/report.md', BEN);
    const exports = (await context.trail()).filter(({ action }) => action === 'report.exported');
    const sha256 = createHash('sha256').update(body).digest('hex');
    expect(exports).toMatchObject([
      { actor_name: 'ben', subject_id: '1', detail: { format: 'pdf', sha256 } },
      { actor_name: 'ben', subject_id: '1', detail: { format: 'markdown' } },
    ]);
  });

  it('a report export returns no file when it cannot be recorded', async () => {
    await context.owner.query('ALTER TABLE reports.audit_outbox RENAME TO away');
    try {
      expect((await context.get('/api/reports/1/report.md')).status).toBe(500);
    } finally {
      await context.owner.query('ALTER TABLE reports.away RENAME TO audit_outbox');
    }
  });

  it('the export of an incomplete or unknown report is rejected', async () => {
    await context.owner.query(`UPDATE reports.ai_reports SET state = 'failed', document = NULL`);
    expect((await context.get('/api/reports/1/report.pdf')).status).toBe(409);
    expect((await context.get('/api/reports/2/report.md')).status).toBe(404);
  });
});
