import { APIConnectionTimeoutError } from 'openai';
import {
  type EndpointBehavior,
  FakeModelEndpoint,
  GOOD_ANSWER,
  ModelTestContext,
} from '../testing/model-test-context.ts';
import { toModelFailure } from './model-endpoint.ts';
import { ModelFailure } from './model-failure.ts';

const rig = new ModelTestContext();
const { endpoint } = rig;
beforeAll(() => rig.start());
afterAll(() => endpoint.stop());

describe('a model that fails', () => {
  test.each<[string, string, EndpointBehavior, RegExp]>([
    ['set_up', '401', { status: 401 }, /refused the key/],
    ['quota', '402', { status: 402 }, /no credit left/],
    ['set_up', '403', { status: 403 }, /does not allow/],
    ['set_up', '404', { status: 404 }, /no such language model/],
    ['quota', '429', { status: 429 }, /no more requests/],
    ['quota', '429 of quota', { status: 429, error: { code: 'insufficient_quota' } }, /no credit left/],
    ['away', '500', { status: 500 }, /endpoint failed/],
    ['time', '504', { status: 504 }, /in time/],
    ['set_up', '400', { status: 400 }, /did not understand/],
    ['truncated', 'too long', { status: 400, error: { code: 'context_length_exceeded' } }, /more facts than/],
    ['refused', 'a filter before', { status: 400, error: { code: 'content_filter' } }, /content filter/],
    ['refused', 'a filter within', { says: GOOD_ANSWER, finish: 'content_filter' }, /content filter/],
    ['refused', 'a refusal', { says: '', refusal: 'I cannot.' }, /refused to write/],
    ['truncated', 'length', { says: GOOD_ANSWER, finish: 'length' }, /ran out of room/],
    ['unusable', 'an empty answer', { says: ' \n' }, /empty answer/],
    ['unusable', 'no sections', { says: 'Credits were fine.' }, /keep to the sections/],
    ['unusable', 'HTML alone', { says: '<h2>Risks</h2><p>None</p>' }, /keep to the sections/],
    ['unusable', 'no JSON in its stream', { raw: 'data: {"choices": [\n\n' }, /cannot be read/],
    [
      'away',
      'an error in its stream',
      { raw: 'data: {"error": {"message": "sk-secret"}}\n\n' },
      /stopped with an error/,
    ],
    ['away', 'a cut connection', { cutAfter: GOOD_ANSWER }, /broke in the middle/],
    ['away', 'an end that is none', { says: GOOD_ANSWER, finish: null }, /broke in the middle/],
    ['time', 'silence in the middle', { hangsAfter: 'Credits' }, /in time/],
  ])('is called %s for %s, in a sentence of its own', async (kind, _what, behaviour, sentence) => {
    rig.logged.length = 0;
    endpoint.behaves(behaviour);
    const failing = rig.rewrite(rig.writer({}, { silenceMs: 300 }));
    await expect(failing).rejects.toMatchObject({ kind, message: expect.stringMatching(sentence) });
    await expect(failing).rejects.toThrow(/composed by rules from the same figures\.$/);
    await expect(failing).rejects.toBeInstanceOf(ModelFailure);
    expect(rig.logged.join('')).not.toMatch(/sk-|Jane|Credits|secret/);
    expect(rig.logged.join('')).toContain(`"kind":"${kind}"`);
  });

  test('is called away when nobody listens at its address', async () => {
    const gone = new FakeModelEndpoint();
    const address = await gone.start();
    await gone.stop();
    await expect(rig.rewrite(rig.writer({ OPENAI_BASE_URL: address }))).rejects.toMatchObject({
      kind: 'away',
    });
  });

  test.each([null, 'Credits'])('is given up when all the time is over and it said %j', async (said) => {
    endpoint.behaves({ hangsAfter: said });
    await expect(rig.rewrite(rig.writer({}, { wholeMs: 200 }))).rejects.toMatchObject({ kind: 'time' });
  });

  test('is called too slow when its endpoint does not begin to answer', () => {
    expect(toModelFailure(new APIConnectionTimeoutError())).toMatchObject({ kind: 'time' });
  });

  test.each([{ OPENAI_MODEL: undefined }, { OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined }])(
    'is called half set up with %j',
    async (settings) => {
      const half = rig.writer(settings);
      expect(half.isSetUp()).toBe(true);
      await expect(rig.rewrite(half)).rejects.toMatchObject({ kind: 'set_up' });
    },
  );

  test('is not set up when nothing says so', () => {
    expect(
      rig
        .writer({ OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined, OPENAI_MODEL: undefined })
        .isSetUp(),
    ).toBe(false);
  });

  test('is left alone at once when the report is cancelled, which is no failure of it', async () => {
    endpoint.behaves({ hangsAfter: 'Credits' });
    const cancelling = new AbortController();
    const why = new Error('cancelled');
    const working = rig.rewrite(rig.writer(), {
      signal: cancelling.signal,
      onText: () => cancelling.abort(why),
    });
    await expect(working).rejects.toBe(why);
    await expect(rig.rewrite(rig.writer(), { signal: AbortSignal.abort(why) })).rejects.toBe(why);
    expect(endpoint.asked).toHaveLength(1);
  });
});
