import type { Block, Span } from '@clearwatch/contracts/ai-reports';
import { toMarkdown } from './report-markdown.ts';

const written = (...blocks: Block[]) =>
  toMarkdown({ headline: [{ text: 'All quiet.' }], sections: [{ title: 'Part', blocks }] });
const paragraphText = (...spans: Span[]) => written({ kind: 'paragraph', spans }).split('\n\n')[2]?.trimEnd();

describe('Markdown reports', () => {
  test('a Markdown report starts with its headline and has a heading for each section', () => {
    expect(written({ kind: 'paragraph', spans: [{ text: 'It is so.' }] })).toBe('All quiet.\n\n## Part\n\nIt is so.\n');
  });

  test('a Markdown report keeps emphasis and marks unbound figures', () => {
    expect(paragraphText({ text: 'Credits ' }, { text: ' rose ', strong: true }, { text: '$5.00', fact: 'F1' })).toBe(
      'Credits  **rose** $5.00',
    );
    expect(paragraphText({ text: 'a' }, { text: 'two words ', strong: true }, { text: 'b' })).toBe('a**two words** b');
    expect(paragraphText({ text: 'a' }, { text: ' ', strong: true }, { text: 'b' })).toBe('a b');
    expect(paragraphText({ text: '$6.00', unbound: true }, { text: '.' })).toBe('$6.00 ⚠.');
  });

  test.each([
    ['*ACME* _&_ [SONS](x)', '\\*ACME\\* \\_\\&\\_ \\[SONS\\](x)'],
    ['<img src=x> | `code` ~~gone~~ \\', '\\<img src=x\\> \\| \\`code\\` \\~\\~gone\\~\\~ \\\\'],
    ['# no heading', '\\# no heading'],
    ['1. no list', '1\\. no list'],
    ['- nor this', '\\- nor this'],
    [
      'http://evil.example www.evil.example a@evil.example',
      'http\\://evil.example www\\.evil.example a\\@evil.example',
    ],
    ['WWW.EVIL.EXAMPLE', 'WWW\\.EVIL.EXAMPLE'],
    [') no list', ') no list'],
    ['two\nlines\u0000', 'two lines '],
  ])('a Markdown report escapes %j in text from a file', (text, markdown) => {
    expect(paragraphText({ text })).toBe(markdown.trimEnd());
  });

  test('a Markdown report contains lists, tables and alerts', () => {
    expect(written({ kind: 'list', items: [[{ text: 'one' }], [{ text: '# two' }]] })).toContain('- one\n- \\# two\n');
    expect(
      written({
        kind: 'table',
        caption: 'Companies',
        columns: [
          { label: 'Company', align: 'left' },
          { label: 'Credits', align: 'right' },
        ],
        rows: [[{ text: 'A|B' }, { text: '$1.00', fact: 'F1' }]],
      }),
    ).toContain('**Companies**\n\n| Company | Credits |\n| --- | ---: |\n| A\\|B | $1.00 |\n');
    expect(written({ kind: 'alerts', alertIds: [7, 9] })).toContain('Alerts: 7, 9\n');
    expect(written({ kind: 'alerts', alertIds: [] })).toBe('All quiet.\n\n## Part\n');
  });

  test('a Markdown report shows a chart as a table of its values', () => {
    const chart = {
      title: 'Flow',
      type: 'line' as const,
      categories: ['Jul 2026', 'Aug 2026'],
      series: [
        { name: 'Credits', values: [100, 250_000] },
        { name: 'Debits', values: [-5, 0] },
      ],
      unit: 'money' as const,
    };
    expect(written({ kind: 'chart', chart })).toContain(
      '|  | Credits | Debits |\n| --- | ---: | ---: |\n| Jul 2026 | $1.00 | -$0.05 |\n| Aug 2026 | $2,500.00 | $0.00 |',
    );
    expect(
      written({
        kind: 'chart',
        chart: { ...chart, unit: 'share', series: [{ name: 's', values: [0.125, 0] }] },
      }),
    ).toContain('| Jul 2026 | 12.5% |');
    expect(
      written({
        kind: 'chart',
        chart: { ...chart, title: '', unit: 'count', series: [{ name: 's', values: [1_234] }] },
      }),
    ).toContain('## Part\n\n|  | s |\n| --- | ---: |\n| Jul 2026 | 1,234 |\n| Aug 2026 | 0 |');
  });
});
