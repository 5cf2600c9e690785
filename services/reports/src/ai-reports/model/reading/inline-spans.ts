import type { Span } from '@clearwatch/contracts/ai-reports';

/** `**bold**`, `__bold__`, then what is dropped around words: emphasis, strikes, code, escapes. */
const STRONG = /\*\*(?=\S)([\s\S]{0,500}?\S)\*\*|(?<!\w)__(?=\S)([\s\S]{0,500}?\S)__(?!\w)/g;

/** One line of Markdown as spans: bold is kept, all other marks are dropped with the words left standing. */
export function inlineSpans(markdown: string): Span[] {
  const line = markdown.replaceAll(/\s+/g, ' ').trim();
  const spans: Span[] = [];
  let done = 0;
  for (const match of line.matchAll(STRONG)) {
    add(spans, { text: withoutMarks(line.slice(done, match.index)) });
    add(spans, { text: withoutMarks(match[1] ?? match[2] ?? ''), strong: true });
    done = match.index + match[0].length;
  }
  add(spans, { text: withoutMarks(line.slice(done)) });
  return spans;
}

function add(spans: Span[], span: Span): void {
  if (span.text !== '') spans.push(span);
}

function withoutMarks(text: string): string {
  return text
    .replaceAll(/`+/g, '')
    .replaceAll('~~', '')
    .replaceAll(/(?<![\\*\w])\*(?=\S)([^*]*\S)\*(?![*\w])/g, '$1')
    .replaceAll(/(?<![\w\\])_(?=\S)([^_]*\S)_(?!\w)/g, '$1')
    .replaceAll('**', '')
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!|<>~$%])/g, '$1');
}
