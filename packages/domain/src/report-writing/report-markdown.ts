import type { Block, ReportDocument, Span } from '@clearwatch/contracts/ai-reports';
import { formatChartValue } from './format-fact.ts';

/**
 * Characters that have a meaning anywhere in Markdown, and those that have one only at the start of a line.
 */
const MARKS = /[\\`*_[\]<>|~&]/g;
const AT_LINE_START = /^(\s*)([#+\-=]|\d+(?=[.)]))/;
/** Markdown viewers turn addresses into links; names from files must not become links. */
const ADDRESSES = /:(?=\/\/)|(?<=www)\.|@/gi;

/**
 * Escapes text for Markdown on one line, so that names in the ledger cannot become headings, links or images.
 */
export function markdownText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(MARKS, '\\$&')
    .replaceAll(ADDRESSES, '\\$&');
}

/** Also escapes characters that have a meaning at the start of a line. */
function atLineStart(markdown: string): string {
  return markdown.replace(AT_LINE_START, (_all, space: string, mark: string) =>
    /\d/.test(mark) ? `${space}${mark}\\` : `${space}\\${mark}`,
  );
}

/** Marks a number, day or name that has no fact. */
const UNBOUND_MARK = ' ⚠';

/** A whole report as Markdown (CommonMark with tables); charts become tables of their values. Ends with a line break. */
export function toMarkdown({ headline, sections }: ReportDocument): string {
  const parts = [
    atLineStart(spansToMarkdown(headline)),
    ...sections.flatMap(({ title, blocks }) => [`## ${markdownText(title)}`, ...blocks.map(blockToMarkdown)]),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function blockToMarkdown(block: Block): string {
  if (block.kind === 'paragraph') return atLineStart(spansToMarkdown(block.spans));
  if (block.kind === 'list') return block.items.map((item) => `- ${atLineStart(spansToMarkdown(item))}`).join('\n');
  if (block.kind === 'alerts') return block.alertIds.length === 0 ? '' : `Alerts: ${block.alertIds.join(', ')}`;
  if (block.kind === 'table')
    return tableToMarkdown({ ...block, rows: block.rows.map((row) => row.map(spanToMarkdown)) });
  const { title, categories, series, unit } = block.chart;
  return tableToMarkdown({
    caption: title,
    columns: [{ label: '', align: 'left' }, ...series.map(({ name }) => ({ label: name, align: 'right' }))],
    rows: categories.map((category, index) => [
      markdownText(category),
      ...series.map(({ values }) => formatChartValue(values[index] ?? 0, unit)),
    ]),
  });
}

function tableToMarkdown({
  caption,
  columns,
  rows,
}: {
  caption: string;
  columns: readonly { label: string; align: string }[];
  rows: readonly string[][];
}): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    ...(caption === '' ? [] : [`**${markdownText(caption)}**`, '']),
    line(columns.map(({ label }) => markdownText(label))),
    line(columns.map(({ align }) => (align === 'right' ? '---:' : '---'))),
    ...rows.map(line),
  ].join('\n');
}

const spansToMarkdown = (spans: readonly Span[]): string => spans.map(spanToMarkdown).join('');

function spanToMarkdown({ text, strong, unbound }: Span): string {
  const marked = `${markdownText(text)}${unbound === true ? UNBOUND_MARK : ''}`;
  if (strong !== true) return marked;
  // Emphasis marks must be next to words, not spaces.
  const [, before = '', words = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(marked) ?? [];
  return words === '' ? marked : `${before}**${words}**${after}`;
}
