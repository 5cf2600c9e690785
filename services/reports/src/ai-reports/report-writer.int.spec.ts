import { waitUntil } from '@clearwatch/service-kit/testing/wait-until';
import { AiReportTestContext } from './testing/ai-report-test-context.ts';
import { composedReportFixture, FakeModelEndpoint, GOOD_ANSWER } from './testing/model-test-context.ts';

const endpoint = new FakeModelEndpoint();
let context: AiReportTestContext;
beforeAll(async () => {
  const settings = {
    OPENAI_BASE_URL: await endpoint.start(),
    OPENAI_MODEL: 'words-1',
    OPENAI_PROMPT_PRICE: 2.5,
    OPENAI_COMPLETION_PRICE: 10,
  };
  context = await AiReportTestContext.start({ settings });
});
afterAll(async () => {
  await context.stop();
  await endpoint.stop();
});
beforeEach(async () => {
  await context.forget();
  await context.posted('2026-08-20');
  context.writes('executive_summary', async () => composedReportFixture());
});

const requestReport = (more: object = {}) =>
  context.post('/api/generate-report', { reportType: 'executive_summary', ...more });

describe('a report written by a language model', () => {
  it("has the model's text, names and figures from the ledger, and its cost", async () => {
    endpoint.behaves({ content: GOOD_ANSWER });
    const { status, body } = await requestReport();
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({
        writer: 'model',
        model: 'words-1',
        promptTokens: 1_000,
        completionTokens: 200,
        cost: 0.0045,
        notice: null,
        unboundCount: 0,
      }),
    ]);
    expect(body.content).toContain('Most credits went to Jane Doe');
    expect(body.content).toContain('$1.23 million');
    expect((await context.trail()).at(-1)).toMatchObject({
      action: 'report.composed',
      detail: { writer: 'model', model: 'words-1', unboundCount: 0 },
    });
  });

  it('marks and counts a number that the model made up', async () => {
    endpoint.behaves({ content: GOOD_ANSWER.replace('Review them first.', 'Review 77 accounts first.') });
    const { body } = await requestReport();
    expect([body.writer, body.unboundCount]).toEqual(['model', 1]);
    expect(body.content).toContain('77 ⚠');
  });

  it('falls back to the rule-written text with the reason when the model fails [fault 5.3]', async () => {
    endpoint.behaves({ status: 401 });
    const { status, body } = await requestReport();
    expect([status, body.writer, body.model, body.document]).toEqual([
      201,
      'built_in',
      null,
      composedReportFixture().document,
    ]);
    expect(body.notice).toMatch(/This report was written by rules from the same figures\.$/);
  });

  it('is readable while it is being written, and stops when it is canceled', async () => {
    endpoint.behaves({ hangsAfter: GOOD_ANSWER });
    const answer = requestReport();
    await waitUntil('a draft is stored', async () => {
      const { content, document, state } = await context.report(1);
      return state === 'composing' && document === null && content.includes('Most credits went to Jane Doe');
    });
    await context.post('/api/reports/1/cancel');
    await waitUntil('the model request is closed', () => endpoint.closed === 1, 3_000);
    expect([(await answer).status, (await context.report(1)).content]).toEqual([202, '']);
  });

  it('does not involve the model when there is nothing to report', async () => {
    endpoint.behaves({ content: GOOD_ANSWER });
    const { body } = await requestReport({ dateRangeStart: '2020-01-01', dateRangeEnd: '2020-01-31' });
    expect([body.writer, endpoint.requests]).toEqual(['built_in', []]);
  });
});
