import type { ReportDocument, Span } from '@clearwatch/contracts/reports/report-document';
import { jest } from '@jest/globals';
import { APIConnectionTimeoutError } from 'openai';
import { pino } from 'pino';
import { ReportsEnvironment } from '../../environment.ts';
import { toModelFailure } from './endpoint/to-model-failure.ts';
import { ModelFailure } from './model-failure.ts';
import { MODEL_LIMITS, type ModelLimits } from './model-limits.ts';
import { ModelWriter, type Rewrite } from './model-writer.service.ts';
import { spansIn } from './spans-in.ts';
import { aComposedReport, GOOD_ANSWER, INJECTED } from './testing/a-composed-report.ts';
import { type Behaviour, StandInEndpoint } from './testing/stand-in-endpoint.ts';

const endpoint = new StandInEndpoint();
let baseUrl: string;
let logged: string[];
beforeAll(async () => {
  baseUrl = await endpoint.start();
});
afterAll(() => endpoint.stop());
beforeEach(() => {
  logged = [];
});

const IMPATIENT: ModelLimits = { ...MODEL_LIMITS, retries: 0, draftMs: 0 };

function writer(settings: Partial<ReportsEnvironment> = {}, limits: Partial<ModelLimits> = {}): ModelWriter {
  const environment = Object.assign(
    new ReportsEnvironment(),
    { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: 'sk-test-key', OPENAI_MODEL: 'words-1' },
    settings,
  );
  const logger = pino({ level: 'trace' }, { write: (line: string) => logged.push(line) });
  return new ModelWriter(environment, logger, { ...IMPATIENT, ...limits });
}

function rewrite(by: ModelWriter, asked: Partial<Rewrite> = {}) {
  return by.rewrite({
    ...aComposedReport(),
    type: 'executive_summary',
    prompt: null,
    signal: new AbortController().signal,
    onText: () => undefined,
    ...asked,
  });
}

/** What the model made of the report, as one text with marks. */
function read(document: ReportDocument): string {
  return spansIn(document)
    .map((span: Span) => (span.unbound === true ? `{?:${span.text}}` : span.text))
    .join('');
}

describe('a model that does as it is told', () => {
  test('words the report; names and values are put in on the premises, tables and alerts stay', async () => {
    endpoint.behaves({ says: GOOD_ANSWER });
    const { document, ...rest } = await rewrite(
      writer({ OPENAI_PROMPT_PRICE: 2.5, OPENAI_COMPLETION_PRICE: 10 }),
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
      { text: '3.1 %', fact: 'F4' },
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
    expect(JSON.stringify(method)).toMatch(/Worded by a language model/);
    expect(JSON.stringify(method)).not.toMatch(/Composed by fixed rules/);
  });

  test('is told facts alone: no member, no account, no source, and what staff type without names', async () => {
    endpoint.behaves({ says: GOOD_ANSWER });
    await rewrite(writer(), {
      type: 'custom',
      prompt: 'Why did jane doe, robert, Doe, Zebulon Quimby and account 4400114411 get $25,000 from ACME?',
    });
    expect(endpoint.told()).not.toMatch(/jane|doe|4411|roe|robert|zebulon|quimby|"source"/i);
    const told = endpoint.told();
    expect(told).toContain(
      'Why did Member 1, Member 2, [name withheld], [name withheld] and account [number withheld] get $25,000 from ACME?',
    );
    expect(told).toContain('Credits of Member 1');
    expect(endpoint.asked[0]).toMatchObject({ model: 'words-1', temperature: 0 });
    expect(endpoint.keys).toEqual(['Bearer sk-test-key']);
  });

  test('is heard while it writes, with names put back and nothing half there', async () => {
    endpoint.behaves({ says: GOOD_ANSWER, pieces: 40 });
    const heard: string[] = [];
    await rewrite(writer(), { onText: (text) => void heard.push(text) });
    expect(heard.length).toBeGreaterThan(10);
    expect(heard.at(-1)).toContain('Most credits went to Jane Doe (***4411) with $50,000.');
    for (const text of heard) expect(text).not.toMatch(/\[F?\d*$|Member|\[F1\]/);
  });

  test('shows no more than one draft a second', async () => {
    endpoint.behaves({ says: GOOD_ANSWER, pieces: 40 });
    const onText = jest.fn((_text: string) => undefined);
    await rewrite(writer({}, { draftMs: 60_000 }), { onText });
    expect(onText).toHaveBeenCalledTimes(1);
  });

  test('may run on the premises without a key, and without counting tokens', async () => {
    endpoint.behaves({ says: GOOD_ANSWER, usage: null });
    const result = await rewrite(
      writer({ OPENAI_API_KEY: undefined, OPENAI_PROMPT_PRICE: 1, OPENAI_COMPLETION_PRICE: 1 }),
    );
    expect(result).toMatchObject({ promptTokens: null, completionTokens: null, cost: null });
    expect(endpoint.keys).toEqual(['Bearer none']);
  });

  test('need not know the temperature, nor how to count in a stream', async () => {
    endpoint.behaves(({ temperature, stream_options: options }) => {
      if (temperature !== undefined)
        return { status: 400, error: { message: "Unsupported value: 'temperature'", param: 'temperature' } };
      if (options !== undefined) return { status: 422, error: { message: 'stream_options is unknown' } };
      return { says: GOOD_ANSWER };
    });
    expect((await rewrite(writer())).unboundCount).toBe(0);
    expect(endpoint.asked).toHaveLength(3);
  });

  test('is asked again when it is overloaded, as soon as it says', async () => {
    const overloaded: Behaviour = { status: 429, headers: { 'retry-after': '0.01' } };
    endpoint.behaves(overloaded, { status: 503, headers: { 'retry-after': '0.01' } }, { says: GOOD_ANSWER });
    expect((await rewrite(writer({}, { retries: 2 }))).unboundCount).toBe(0);
    expect(endpoint.asked).toHaveLength(3);
  });
});

describe('a model that fails', () => {
  test.each<[string, string, Behaviour, RegExp]>([
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
    endpoint.behaves(behaviour);
    const failing = rewrite(writer({}, { silenceMs: 300 }));
    await expect(failing).rejects.toMatchObject({ kind, message: expect.stringMatching(sentence) });
    await expect(failing).rejects.toThrow(/composed by rules from the same figures\.$/);
    await expect(failing).rejects.toBeInstanceOf(ModelFailure);
    expect(logged.join('')).not.toMatch(/sk-|Jane|Credits|secret/);
    expect(logged.join('')).toContain(`"kind":"${kind}"`);
  });

  test('is called away when nobody listens at its address', async () => {
    const gone = new StandInEndpoint();
    const address = await gone.start();
    await gone.stop();
    await expect(rewrite(writer({ OPENAI_BASE_URL: address }))).rejects.toMatchObject({ kind: 'away' });
  });

  test.each([null, 'Credits'])('is given up when all the time is over and it said %j', async (said) => {
    endpoint.behaves({ hangsAfter: said });
    await expect(rewrite(writer({}, { wholeMs: 200 }))).rejects.toMatchObject({ kind: 'time' });
  });

  test('is called too slow when its endpoint does not begin to answer', () => {
    expect(toModelFailure(new APIConnectionTimeoutError())).toMatchObject({ kind: 'time' });
  });

  test.each([{ OPENAI_MODEL: undefined }, { OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined }])(
    'is called half set up with %j',
    async (settings) => {
      const half = writer(settings);
      expect(half.isSetUp()).toBe(true);
      await expect(rewrite(half)).rejects.toMatchObject({ kind: 'set_up' });
    },
  );

  test('is not set up when nothing says so', () => {
    expect(
      writer({ OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined, OPENAI_MODEL: undefined }).isSetUp(),
    ).toBe(false);
  });

  test('is left alone at once when the report is cancelled, which is no failure of it', async () => {
    endpoint.behaves({ hangsAfter: 'Credits' });
    const cancelling = new AbortController();
    const why = new Error('cancelled');
    const working = rewrite(writer(), { signal: cancelling.signal, onText: () => cancelling.abort(why) });
    await expect(working).rejects.toBe(why);
    await expect(rewrite(writer(), { signal: AbortSignal.abort(why) })).rejects.toBe(why);
    expect(endpoint.asked).toHaveLength(1);
  });
});

describe('a model that lies', () => {
  const answer = (
    changed: string,
    risks = '[F3] alerts are open. Credits came to [F1], debits to [F2], [F3] [F1].',
  ) => `Credits came to [F1].\n\n## What changed\n\n${changed}\n\n## Risks\n\n${risks}\n`;

  test('is told once what no fact has, and its second answer counts', async () => {
    endpoint.behaves(
      { says: answer('Jane lied: Member 1 got $123.45, Member 9 too.') },
      { says: GOOD_ANSWER },
    );
    const { unboundCount, promptTokens, completionTokens } = await rewrite(writer());
    expect({ unboundCount, promptTokens, completionTokens }).toEqual({
      unboundCount: 0,
      promptTokens: 2000,
      completionTokens: 400,
    });
    const again = endpoint.asked[1]?.messages.at(-1)?.content ?? '';
    expect(again).toContain('$123.45');
    expect(again).toContain('Member 9');
    expect(endpoint.told()).not.toMatch(/Jane Doe|4411/);
  });

  test.each([
    ['an amount that it made up', 'Debits came to $5,432.10.', ['$5,432.10']],
    ['a figure in words', 'There were forty alerts.', ['forty']],
    ['two facts that it swapped', 'Credits came to [F2] and debits to [F1].', ['$987,654', '$1.23 million']],
    ['a figure with the reference of another', 'Debits came to $987,654.32 [F1].', ['$987,654.32']],
    ['a wrong rounding', 'Credits came to $1.3 million.', ['$1.3 million']],
    ['a fall that it calls growth', 'Credits grew by [F4].', ['-3.1 %']],
    ['a company that it made up', 'Most came from Zenith Payroll Holdings.', ['Zenith Payroll Holdings']],
    ['a member that does not exist', 'Most went to Member 44.', ['Member 44']],
    ['a fact that does not exist', 'Debits came to [F77].', ['[F77]']],
    ['a day that it made up', 'It happened on Aug 3, 2026.', ['Aug 3, 2026']],
    ['a multiple of a fact', 'Credits came to [F1] million.', ['$1.23 million']],
    ['what the injected name wants', 'Credits were $9,999,999.', ['$9,999,999']],
  ])('is marked where it states %s', async (_what, changed, marked) => {
    endpoint.behaves({ says: answer(changed) });
    const { document, unboundCount } = await rewrite(writer());
    expect(spansIn(document).flatMap((span) => (span.unbound === true ? [span.text] : []))).toEqual(marked);
    expect(unboundCount).toBe(marked.length);
    expect(endpoint.asked).toHaveLength(2);
  });

  test('keeps its first answer when the second is worse or none', async () => {
    const once = { says: answer('Debits came to $5,432.10.') };
    endpoint.behaves(once, { says: answer('$1.11, $2.22') });
    expect(read((await rewrite(writer())).document)).toContain('{?:$5,432.10}');
    endpoint.behaves(once, { status: 500 });
    expect(read((await rewrite(writer())).document)).toContain('{?:$5,432.10}');
    endpoint.behaves(once, { says: 'no sections' });
    expect(read((await rewrite(writer())).document)).toContain('{?:$5,432.10}');
  });

  test('is not believed when more than a third of what it states is bound to nothing', async () => {
    endpoint.behaves({ says: answer('$1.11, $2.22, $3.33, 44 %', '[F3] alerts, $5.55.') });
    await expect(rewrite(writer())).rejects.toMatchObject({ kind: 'not_grounded' });
  });

  test('brings no HTML, link, image or code into the report, whatever a file told it', async () => {
    endpoint.behaves({
      says: answer(
        'See <a href="http://evil.example">[F1]</a> <script>alert(1)</script><img src=x onerror=alert(1)> ![x](http://evil.example/p.png) [this page](javascript:alert(1)) http://evil.example/?q=[F2] `rm -rf`.\n\n```sh\nexit\n```\n\n| a | b |\n|---|---|\n',
      ),
    });
    const { document } = await rewrite(writer());
    const text = JSON.stringify(document.sections[0]?.blocks[0]);
    expect(text).toContain('this page');
    expect(text).not.toMatch(/<|evil|javascript|alert\(|!\[|```|`|\|/);
  });

  test('sees injected names as data: one JSON text, never a line or an order of its own', async () => {
    endpoint.behaves({ says: GOOD_ANSWER });
    await rewrite(writer());
    const [system, user] = endpoint.asked[0]?.messages ?? [];
    expect(system?.content).not.toContain('ACME');
    const told = JSON.parse(user?.content ?? '') as { facts: { value: string }[] };
    expect(told.facts.map(({ value }) => value)).toContain(INJECTED);
  });
});
