import { jest } from '@jest/globals';
import { type EndpointBehavior, GOOD_ANSWER, ModelTestContext } from '../testing/model-test-context.ts';

const context = new ModelTestContext();
const { endpoint } = context;
beforeAll(() => context.start());
afterAll(() => endpoint.stop());

describe('model writer', () => {
  test('a language model rewrites only the text: names and values are inserted locally, tables and alerts are kept', async () => {
    endpoint.behaves({ content: GOOD_ANSWER });
    const { document, ...rest } = await context.rewrite(
      context.writer({ OPENAI_PROMPT_PRICE: 2.5, OPENAI_COMPLETION_PRICE: 10 }),
    );
    expect(rest).toEqual({
      model: 'words-1',
      promptTokens: 1000,
      completionTokens: 200,
      cost: 0.0045,
      unboundCount: 0,
    });
    expect(document.headline).toEqual([
      { text: 'Credits came to ' },
      { text: '$1.23 million', fact: 'F1', strong: true },
      { text: ', a fall of ' },
      { text: '3.1%', fact: 'F4' },
      { text: ' against the previous period.' },
    ]);
    const [changed, risks, method] = document.sections;
    expect(changed?.blocks.map(({ kind }) => kind)).toEqual(['paragraph', 'table']);
    expect(changed?.blocks[0]).toEqual({
      kind: 'paragraph',
      spans: [
        { text: 'Debits came to ' },
        { text: '$987,654', fact: 'F2' },
        { text: ' by ' },
        { text: 'Aug 20, 2026', fact: 'F10' },
        { text: '. Most credits went to ' },
        { text: 'Jane Doe', fact: 'F5' },
        { text: ' (' },
        { text: '***4411', fact: 'F7' },
        { text: ') with ' },
        { text: '$50,000', fact: 'F6' },
        { text: '.' },
      ],
    });
    expect(risks?.blocks.map(({ kind }) => kind)).toEqual(['list', 'alerts']);
    expect(JSON.stringify(method)).toMatch(/was written by a language model/);
    expect(JSON.stringify(method)).not.toMatch(/composed by fixed rules/);
  });

  test('a language model receives only facts without members, accounts or sources, and prompts without names', async () => {
    endpoint.behaves({ content: GOOD_ANSWER });
    await context.rewrite(context.writer(), {
      type: 'custom',
      prompt: 'Why did jane doe, robert, Doe, Zebulon Quimby and account 4400114411 get $25,000 from ACME?',
    });
    expect(endpoint.prompts()).not.toMatch(/jane|doe|4411|roe|robert|zebulon|quimby|"source"/i);
    const prompt = endpoint.prompts();
    expect(prompt).toContain(
      'Why did Member 1, Member 2, [name withheld], [name withheld] and account [number withheld] get $25,000 from ACME?',
    );
    expect(prompt).toContain('Credits of Member 1');
    expect(endpoint.requests[0]).toMatchObject({ model: 'words-1', temperature: 0 });
    expect(endpoint.keys).toEqual(['Bearer sk-test-key']);
  });

  test('the text of a language model is streamed with names inserted and without partial tokens', async () => {
    endpoint.behaves({ content: GOOD_ANSWER, pieces: 40 });
    const progress: string[] = [];
    await context.rewrite(context.writer(), { onText: (text) => void progress.push(text) });
    expect(progress.length).toBeGreaterThan(10);
    expect(progress.at(-1)).toContain('Most credits went to Jane Doe (***4411) with $50,000.');
    for (const text of progress) expect(text).not.toMatch(/\[F?\d*$|Member|\[F1\]/);
  });

  test('a report by a language model shows at most one draft per second', async () => {
    endpoint.behaves({ content: GOOD_ANSWER, pieces: 40 });
    const onText = jest.fn((_text: string) => undefined);
    await context.rewrite(context.writer({}, { draftMs: 60_000 }), { onText });
    expect(onText).toHaveBeenCalledTimes(1);
  });

  test('a language model can run locally without a key and without token counts', async () => {
    endpoint.behaves({ content: GOOD_ANSWER, usage: null });
    const result = await context.rewrite(
      context.writer({ OPENAI_API_KEY: undefined, OPENAI_PROMPT_PRICE: 1, OPENAI_COMPLETION_PRICE: 1 }),
    );
    expect(result).toMatchObject({ promptTokens: null, completionTokens: null, cost: null });
    expect(endpoint.keys).toEqual(['Bearer none']);
  });

  test('a language model may reject the temperature and the token counts of a stream', async () => {
    endpoint.behaves(({ temperature, stream_options: options }) => {
      if (temperature !== undefined)
        return { status: 400, error: { message: "Unsupported value: 'temperature'", param: 'temperature' } };
      if (options !== undefined) return { status: 422, error: { message: 'stream_options is unknown' } };
      return { content: GOOD_ANSWER };
    });
    expect((await context.rewrite()).unboundCount).toBe(0);
    expect(endpoint.requests).toHaveLength(3);
  });

  test('an overloaded language model is called again after the delay that it requests [fault 5.3]', async () => {
    const overloaded: EndpointBehavior = { status: 429, headers: { 'retry-after': '0.01' } };
    endpoint.behaves(overloaded, { status: 503, headers: { 'retry-after': '0.01' } }, { content: GOOD_ANSWER });
    expect((await context.rewrite(context.writer({}, { retries: 2 }))).unboundCount).toBe(0);
    expect(endpoint.requests).toHaveLength(3);
  });
});
