import { composedReportFixture, GOOD_ANSWER } from '../testing/model-test-context.ts';
import { groundAnswer, matchSections, parseAnswer } from './model-answer.ts';
import type { TextBlock } from './model-prompt.ts';
import { Pseudonyms } from './pseudonyms.ts';

const textOf = (blocks: readonly TextBlock[]) =>
  blocks.map((block) =>
    block.kind === 'paragraph'
      ? block.spans.map(({ text }) => text).join('')
      : block.items.map((item) => `- ${item.map(({ text }) => text).join('')}`).join('\n'),
  );

/** The answer text by section. */
function matched(answer: string) {
  const { document } = composedReportFixture();
  const found = matchSections(parseAnswer(answer), { document, promptTitle: (title) => title });
  if (found === null) return null;
  return {
    headline: textOf(found.headline),
    ...Object.fromEntries([...found.sections].map(([{ title }, blocks]) => [title, textOf(blocks)])),
  };
}

describe('model answers', () => {
  test('a model answer is parsed into a headline and sections', () => {
    expect(matched(GOOD_ANSWER)).toEqual({
      headline: ['Credits came to [F1], a fall of [F4] against the previous period.'],
      'What changed': ['Debits came to [F2] by [F10]. Most credits went to Member 1 (Account 1) with [F6].'],
      Risks: ['- [F3] alerts are open.\n- Review them first.'],
    });
  });

  test.each([
    ['numbered and deeper headings', 'H\n### 1. What changed:\nA\n### 2) RISKS\nB'],
    ['bold lines for headings', 'H\n\n**What changed**\n\nA\n\n**Risks:**\n\nB'],
    ['all of it within a fence', '```markdown\nH\n## What changed\nA\n## Risks\nB\n```'],
    ['titles of its own, as many and in order', 'H\n## Movements\nA\n## Dangers\nB'],
    ['a report title and chatter', "# Executive Summary\nHere's the report:\n\nH\n## What changed\nA\n## Risks\nB"],
    ['what it thought first', '<think>Let me see: ## Risks 5</think>H\n## What changed\nA\n## Risks\nB'],
    ['line ends of Windows', 'H\r\n\r\n## What changed\r\nA\r\n## Risks\r\nB'],
  ])('a model answer is accepted with %s', (_what, answer) => {
    expect(matched(answer)).toEqual({ headline: ['H'], 'What changed': ['A'], Risks: ['B'] });
  });

  test('text under unknown headings of a model answer is added to the previous section', () => {
    expect(matched('## What changed\nA\n### In detail\nB\n## Risks\nC')).toMatchObject({
      'What changed': ['A', 'B'],
    });
  });

  test('a model answer is rejected when it has fewer than half of the sections', () => {
    expect(matched('A few words.')).toBeNull();
    expect(matched('## Other\nA\n## Another\nB\n## More\nC')).toBeNull();
  });

  test('a model answer may contain lists with any marker, blank lines and continued lines', () => {
    expect(matched('## What changed\n* one\n\n* two\n  and more\n1) three\n\nAfter.\n## Risks\n• x')).toMatchObject({
      'What changed': ['- one\n- two and more\n- three', 'After.'],
      Risks: ['- x'],
    });
  });

  test.each([
    '[',
    '![',
    '**a',
    '<a ',
    '(',
    '# ',
    '1,',
    '1 ',
    'Ab ',
    '[F1] ',
    '- x\n',
    '<!--',
    '_a',
    '`',
    'Member 1 ',
    '| a ',
  ])('a model answer is parsed in linear time when it repeats %j', (piece) => {
    const answer = piece.repeat(12_000 / piece.length);
    const { document, facts } = composedReportFixture();
    const found = matchSections(parseAnswer(`## What changed\n${answer}\n## Risks\nB`), {
      document,
      promptTitle: (title) => title,
    });
    const grounded = groundAnswer(found ?? { headline: [], sections: new Map() }, {
      document,
      facts,
      pseudonyms: new Pseudonyms(facts),
      isKnownWord: () => false,
    });
    expect(grounded.document.sections).toHaveLength(3);
  });

  test('a model answer keeps bold text and loses other formatting', () => {
    const blocks = parseAnswer('A **bold _word_** and *soft*, `code`, ~~struck~~, 2 \\* 3, snake_case.')[0]?.blocks;
    expect(blocks).toEqual([
      {
        kind: 'paragraph',
        spans: [
          { text: 'A ' },
          { text: 'bold word', strong: true },
          { text: ' and soft, code, struck, 2 * 3, snake_case.' },
        ],
      },
    ]);
  });
});
