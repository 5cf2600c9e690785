import { APIConnectionTimeoutError } from 'openai';
import {
  type EndpointBehavior,
  FakeModelEndpoint,
  GOOD_ANSWER,
  ModelTestContext,
} from '../testing/model-test-context.ts';
import { toModelFailure } from './model-endpoint.ts';
import { ModelFailure } from './model-failure.ts';

const context = new ModelTestContext();
const { endpoint } = context;
beforeAll(() => context.start());
afterAll(() => endpoint.stop());

describe('a failing language model', () => {
  test.each<[string, string, EndpointBehavior, RegExp]>([
    ['set_up', '401', { status: 401 }, /rejected the API key/],
    ['quota', '402', { status: 402 }, /no credit left/],
    ['set_up', '403', { status: 403 }, /does not allow/],
    ['set_up', '404', { status: 404 }, /does not have this language model/],
    ['quota', '429', { status: 429 }, /request limit/],
    ['quota', '429 of quota', { status: 429, error: { code: 'insufficient_quota' } }, /no credit left/],
    ['away', '500', { status: 500 }, /endpoint failed/],
    ['time', '504', { status: 504 }, /in time/],
    ['set_up', '400', { status: 400 }, /did not understand/],
    ['truncated', 'too long', { status: 400, error: { code: 'context_length_exceeded' } }, /more facts than/],
    ['refused', 'a filtered request', { status: 400, error: { code: 'content_filter' } }, /content filter/],
    ['refused', 'a filtered answer', { content: GOOD_ANSWER, finish: 'content_filter' }, /content filter/],
    ['refused', 'a refusal', { content: '', refusal: 'I cannot.' }, /refused to write/],
    ['truncated', 'length', { content: GOOD_ANSWER, finish: 'length' }, /length limit/],
    ['unusable', 'an empty answer', { content: ' \n' }, /empty answer/],
    ['unusable', 'no sections', { content: 'Credits were fine.' }, /follow the sections/],
    ['unusable', 'HTML alone', { content: '<h2>Risks</h2><p>None</p>' }, /follow the sections/],
    ['unusable', 'no JSON in its stream', { raw: 'data: {"choices": [\n\n' }, /cannot be read/],
    [
      'away',
      'an error in its stream',
      { raw: 'data: {"error": {"message": "sk-secret"}}\n\n' },
      /stopped with an error/,
    ],
    ['away', 'a cut connection', { cutAfter: GOOD_ANSWER }, /broke before its answer/],
    ['away', 'an end without a reason', { content: GOOD_ANSWER, finish: null }, /broke before its answer/],
    ['time', 'silence in the middle', { hangsAfter: 'Credits' }, /in time/],
  ])('is reported as %s for %s, with its own message', async (kind, _what, behavior, sentence) => {
    context.logged.length = 0;
    endpoint.behaves(behavior);
    const failing = context.rewrite(context.writer({}, { idleMs: 300 }));
    await expect(failing).rejects.toMatchObject({ kind, message: expect.stringMatching(sentence) });
    await expect(failing).rejects.toThrow(/This report was written by rules from the same figures\.$/);
    await expect(failing).rejects.toBeInstanceOf(ModelFailure);
    expect(context.logged.join('')).not.toMatch(/sk-|Jane|Credits|secret/);
    expect(context.logged.join('')).toContain(`"kind":"${kind}"`);
  });

  test('is reported as unavailable when its address does not accept connections [fault 5.3]', async () => {
    const unreachable = new FakeModelEndpoint();
    const address = await unreachable.start();
    await unreachable.stop();
    await expect(context.rewrite(context.writer({ OPENAI_BASE_URL: address }))).rejects.toMatchObject({
      kind: 'away',
    });
  });

  test.each([null, 'Credits'])('is stopped at the time limit after sending %j [fault 5.3]', async (said) => {
    endpoint.behaves({ hangsAfter: said });
    await expect(context.rewrite(context.writer({}, { wholeMs: 200 }))).rejects.toMatchObject({
      kind: 'time',
    });
  });

  test('is reported as too slow when its endpoint does not start to respond [fault 5.3]', () => {
    expect(toModelFailure(new APIConnectionTimeoutError())).toMatchObject({ kind: 'time' });
  });

  test.each([{ OPENAI_MODEL: undefined }, { OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined }])(
    'is reported as incompletely configured with %j',
    async (settings) => {
      const half = context.writer(settings);
      expect(half.isSetUp()).toBe(true);
      await expect(context.rewrite(half)).rejects.toMatchObject({ kind: 'set_up' });
    },
  );

  test('is not enabled without settings', () => {
    expect(
      context
        .writer({ OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined, OPENAI_MODEL: undefined })
        .isSetUp(),
    ).toBe(false);
  });

  test('stops without a failure when the report is canceled', async () => {
    endpoint.behaves({ hangsAfter: 'Credits' });
    const cancelling = new AbortController();
    const why = new Error('cancelled');
    const working = context.rewrite(context.writer(), {
      signal: cancelling.signal,
      onText: () => cancelling.abort(why),
    });
    await expect(working).rejects.toBe(why);
    await expect(context.rewrite(context.writer(), { signal: AbortSignal.abort(why) })).rejects.toBe(why);
    expect(endpoint.requests).toHaveLength(1);
  });
});
