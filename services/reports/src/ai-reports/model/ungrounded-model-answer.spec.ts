import type { ReportDocument, Span } from '@clearwatch/contracts/ai-reports';
import { GOOD_ANSWER, INJECTED, ModelTestContext } from '../testing/model-test-context.ts';
import { spansIn } from './model-prompt.ts';

const context = new ModelTestContext();
const { endpoint } = context;
beforeAll(() => context.start());
afterAll(() => endpoint.stop());

/** The rewritten report as a single text in which statements without a fact are marked. */
function read(document: ReportDocument): string {
  return spansIn(document)
    .map((span: Span) => (span.unbound === true ? `{?:${span.text}}` : span.text))
    .join('');
}

describe('ungrounded answers', () => {
  const answer = (changed: string, risks = '[F3] alerts are open. Credits came to [F1], debits to [F2], [F3] [F1].') =>
    `Credits came to [F1].\n\n## What changed\n\n${changed}\n\n## Risks\n\n${risks}\n`;

  test('a model that states ungrounded facts receives one correction request, and its second answer is used', async () => {
    endpoint.behaves({ content: answer('Jane lied: Member 1 got $123.45, Member 9 too.') }, { content: GOOD_ANSWER });
    const { unboundCount, promptTokens, completionTokens } = await context.rewrite();
    expect({ unboundCount, promptTokens, completionTokens }).toEqual({
      unboundCount: 0,
      promptTokens: 2000,
      completionTokens: 400,
    });
    const again = endpoint.requests[1]?.messages.at(-1)?.content ?? '';
    expect(again).toContain('$123.45');
    expect(again).toContain('Member 9');
    expect(endpoint.prompts()).not.toMatch(/Jane Doe|4411/);
  });

  test.each([
    ['an amount that it made up', 'Debits came to $5,432.10.', ['$5,432.10']],
    ['a figure in words', 'There were forty alerts.', ['forty']],
    ['two facts that it swapped', 'Credits came to [F2] and debits to [F1].', ['$987,654', '$1.23 million']],
    ['a figure with the reference of another', 'Debits came to $987,654.32 [F1].', ['$987,654.32']],
    ['a wrong rounding', 'Credits came to $1.3 million.', ['$1.3 million']],
    ['a fall that it calls growth', 'Credits grew by [F4].', ['-3.1%']],
    ['a company that it made up', 'Most came from Zenith Payroll Holdings.', ['Zenith Payroll Holdings']],
    ['a member that does not exist', 'Most went to Member 44.', ['Member 44']],
    ['a fact that does not exist', 'Debits came to [F77].', ['[F77]']],
    ['a day that it made up', 'It happened on Aug 3, 2026.', ['Aug 3, 2026']],
    ['a multiple of a fact', 'Credits came to [F1] million.', ['$1.23 million']],
    ['what the injected name wants', 'Credits were $9,999,999.', ['$9,999,999']],
  ])('the text of a language model is marked for %s', async (_what, changed, marked) => {
    endpoint.behaves({ content: answer(changed) });
    const { document, unboundCount } = await context.rewrite();
    expect(spansIn(document).flatMap((span) => (span.unbound === true ? [span.text] : []))).toEqual(marked);
    expect(unboundCount).toBe(marked.length);
    expect(endpoint.requests).toHaveLength(2);
  });

  test('the first answer of a language model is kept when the second is worse or missing', async () => {
    const once = { content: answer('Debits came to $5,432.10.') };
    endpoint.behaves(once, { content: answer('$1.11, $2.22') });
    expect(read((await context.rewrite()).document)).toContain('{?:$5,432.10}');
    endpoint.behaves(once, { status: 500 });
    expect(read((await context.rewrite()).document)).toContain('{?:$5,432.10}');
    endpoint.behaves(once, { content: 'no sections' });
    expect(read((await context.rewrite()).document)).toContain('{?:$5,432.10}');
  });

  test('a model answer is rejected when more than a third of its statements have no fact', async () => {
    endpoint.behaves({ content: answer('$1.11, $2.22, $3.33, 44 %', '[F3] alerts, $5.55.') });
    await expect(context.rewrite()).rejects.toMatchObject({ kind: 'not_grounded' });
  });

  test('a model answer adds no HTML, link, image or code to the report, even if a file contains instructions', async () => {
    endpoint.behaves({
      content: answer(
        'See <a href="http://evil.example">[F1]</a> <script>alert(1)</script><img src=x onerror=alert(1)> ![x](http://evil.example/p.png) [this page](javascript:alert(1)) http://evil.example/?q=[F2] `rm -rf`.\n\n```sh\nexit\n```\n\n| a | b |\n|---|---|\n',
      ),
    });
    const { document } = await context.rewrite();
    const text = JSON.stringify(document.sections[0]?.blocks[0]);
    expect(text).toContain('this page');
    expect(text).not.toMatch(/<|evil|javascript|alert\(|!\[|```|`|\|/);
  });

  test('a language model receives injected names as JSON data on one line', async () => {
    endpoint.behaves({ content: GOOD_ANSWER });
    await context.rewrite();
    const [system, user] = endpoint.requests[0]?.messages ?? [];
    expect(system?.content).not.toContain('ACME');
    const prompt = JSON.parse(user?.content ?? '') as { facts: { value: string }[] };
    expect(prompt.facts.map(({ value }) => value)).toContain(INJECTED);
  });
});
