import { ADA, AiReportTestContext, BEN, PAULA } from './testing/ai-report-test-context.ts';

let context: AiReportTestContext;
beforeAll(async () => {
  context = await AiReportTestContext.start({ role: 'api' });
});
afterAll(() => context.stop());
beforeEach(() => context.forget());

async function stored(...reports: { title: string; at: string; state?: string; content?: string }[]): Promise<void> {
  for (const { title, at, state = 'completed', content = 'text' } of reports)
    await context.owner.query(
      `INSERT INTO reports.ai_reports (report_type, title, content, state, requested_by, requested_by_name, requested_at,
         generated_at)
       VALUES ('custom', $1, $2, $3, 7, 'paula', $4, CASE $3 WHEN 'completed' THEN $4::timestamptz END)`,
      [title, content, state, at],
    );
}

describe('report list', () => {
  it('the report list is empty when there are no reports, and requires a staff role', async () => {
    const { status, body, headers } = await context.get('/api/reports');
    expect([status, body, headers['x-total-count']]).toEqual([200, [], '0']);
    expect((await context.http().get('/api/reports')).status).toBe(401);
    expect((await context.http().get('/health')).status).toBe(200);
  });

  it('the report list returns summaries in pages, newest first', async () => {
    await stored(
      { title: 'First', at: '2026-06-01T10:00:00Z' },
      { title: 'Third', at: '2026-06-03T10:00:00Z', state: 'failed' },
      { title: 'Second', at: '2026-06-02T10:00:00Z' },
    );
    const { body, headers } = await context.get('/api/reports?page=2&pageSize=2');
    expect(headers['x-total-count']).toBe('3');
    expect(body).toEqual([
      {
        id: 1,
        reportType: 'custom',
        title: 'First',
        dateRangeStart: null,
        dateRangeEnd: null,
        generatedAt: '2026-06-01T10:00:00.000Z',
        state: 'completed',
        requestedBy: 'paula',
        unboundCount: 0,
      },
    ]);
    const titles = (await context.get('/api/reports')).body.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(['Third', 'Second', 'First']);
  });

  it('the report list searches titles by substring, ignoring case and without wildcards', async () => {
    await stored(
      { title: 'Núñez & Co: 100% of May', at: '2026-06-01T10:00:00Z' },
      { title: 'Trend Analysis', at: '2026-06-02T10:00:00Z' },
    );
    const titled = async (search: string) => {
      const { body, headers } = await context.get(`/api/reports?pageSize=5&search=${encodeURIComponent(search)}`);
      expect(headers['x-total-count']).toBe(String(body.length));
      return body.map(({ title }: { title: string }) => title);
    };
    expect(await titled(' nunez ')).toEqual(['Núñez & Co: 100% of May']);
    expect(await titled('TREND')).toEqual(['Trend Analysis']);
    expect(await titled('100%')).toEqual(['Núñez & Co: 100% of May']);
    expect(await titled('_')).toEqual([]);
    expect(await titled(' ')).toHaveLength(2);
  });

  it.each(['page=0', 'pageSize=501', 'sort=title', 'search=a&search=b', 'search=%00'])(
    'the report list rejects %s',
    async (query) => {
      expect((await context.get(`/api/reports?${query}`)).status).toBe(400);
    },
  );
});

describe('reading a report', () => {
  it('a report is visible to staff, and each view is recorded once', async () => {
    await stored({ title: 'One', at: '2026-06-01T10:00:00Z' });
    expect((await context.get('/api/reports/1', BEN)).body).toMatchObject({
      id: 1,
      content: 'text',
      facts: [],
    });
    await context.get('/api/reports/1', BEN);
    expect(await context.trail()).toMatchObject([{ action: 'report.viewed', actor_name: 'ben', subject_id: '1' }]);
  });

  it('reading a report that has no text yet is not recorded as a view', async () => {
    await stored({ title: 'One', at: '2026-06-01T10:00:00Z', state: 'pending', content: '' });
    expect((await context.get('/api/reports/1')).body).toMatchObject({ state: 'pending', document: null });
    expect(await context.trail()).toEqual([]);
  });

  it.each(['99', '0', 'x', '99999999999999', '1.5'])('reading a report returns 404 for id %s', async (id) => {
    const { status, text } = await context.get(`/api/reports/${id}`);
    expect([status, text]).toEqual([404, 'This report does not exist.']);
  });
});

describe('requesting a report', () => {
  it.each([
    [{ customPrompt: 'why?' }, /Only custom reports accept/],
    [{ reportType: 'custom' }, /needs a prompt/],
    [{ reportType: 'horoscope' }, /Report type/],
    [{ dateRangeStart: '2026-08-02', dateRangeEnd: '2026-08-01' }, /start date must not be after/],
    [{ dateRangeStart: '2026-02-30' }, /not a calendar date/],
    [{ about: 'everything' }, /about/],
  ])('a report request with %j is rejected, and nothing is stored', async (body, sentence) => {
    const { status, text } = await context.post('/api/generate-report', {
      reportType: 'executive_summary',
      ...body,
    });
    expect([status, text]).toEqual([400, expect.stringMatching(sentence)]);
    expect((await context.get('/api/reports')).body).toEqual([]);
  });
});

describe('deleting a report', () => {
  it('deleting a report is limited to admins, audited and permanent', async () => {
    await stored({ title: 'One', at: '2026-06-01T10:00:00Z' });
    expect((await context.delete('/api/reports/1', PAULA)).status).toBe(403);
    expect((await context.delete('/api/reports/1', ADA)).status).toBe(204);
    expect((await context.delete('/api/reports/1', ADA)).status).toBe(404);
    expect(await context.trail()).toMatchObject([{ action: 'report.deleted', actor_name: 'ada', subject_id: '1' }]);
  });
});
