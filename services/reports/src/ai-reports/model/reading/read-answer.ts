import type { Span } from '@clearwatch/contracts/ai-reports';
import { inlineSpans } from './inline-spans.ts';
import { plainMarkdown } from './plain-markdown.ts';

/** Text blocks as a model may write them. */
export type TextBlock = { kind: 'paragraph'; spans: Span[] } | { kind: 'list'; items: Span[][] };

export interface AnswerSection {
  /** Empty for what stands before the first heading. */
  title: string;
  blocks: TextBlock[];
}

/** In characters. Paragraphs of reports have some hundred. */
const LONGEST = 4_000;
const LONGEST_TITLE = 300;
const HEADING = /^ {0,3}#{1,6}[ \t]+(.+?)[ \t]*#*$/;
const ITEM = /^\s*(?:[-*+•–]|\d{1,3}[.)])\s+(.*)$/;
const RULER = /^\s*(?:[-*_=][ \t]*){3,}$/;
const TABLE = /^\s*\|/;

/** Reads Markdown tolerantly: headings of any depth, lists of any mark; tables and rulers are dropped. */
export function readAnswer(answer: string): AnswerSection[] {
  const sections: AnswerSection[] = [{ title: '', blocks: [] }];
  let open: string[] = [];
  let isList = false;
  const close = () => {
    const block = blockOf(open, isList);
    if (block !== null) sections.at(-1)?.blocks.push(block);
    open = [];
    isList = false;
  };
  for (const line of plainMarkdown(answer).split('\n').flatMap(inPieces)) {
    if (open.length > 0 && open.reduce((sum, { length }) => sum + length, line.length) > LONGEST) close();
    const heading = HEADING.exec(line.slice(0, LONGEST_TITLE));
    const item = ITEM.exec(line);
    if (heading !== null) {
      close();
      sections.push({ title: titleOf(heading[1] ?? ''), blocks: [] });
    } else if (line.trim() === '' || RULER.test(line) || TABLE.test(line)) {
      // A list goes on behind an empty line; a paragraph ends there.
      if (!isList) close();
    } else if (item !== null) {
      if (!isList) close();
      isList = true;
      open.push(item[1] ?? '');
    } else if (isList && !/^\s/.test(line)) {
      close();
      open.push(line);
    } else {
      const words = line.replace(/^\s*>+\s?/, '');
      if (open.length === 0 || !isList) open.push(words);
      else open[open.length - 1] += ` ${words.trim()}`;
    }
  }
  close();
  return sections;
}

/** A line without end is many: whoever reads on compares each word with all others of its block. */
function inPieces(line: string): string[] {
  const pieces: string[] = [];
  for (let start = 0; start < line.length || start === 0; start += LONGEST)
    pieces.push(line.slice(start, start + LONGEST));
  return pieces;
}

function blockOf(lines: readonly string[], isList: boolean): TextBlock | null {
  if (isList) {
    const items = lines.map(inlineSpans).filter((spans) => spans.length > 0);
    return items.length === 0 ? null : { kind: 'list', items };
  }
  const spans = inlineSpans(lines.join(' '));
  return spans.length === 0 ? null : { kind: 'paragraph', spans };
}

function titleOf(heading: string): string {
  return inlineSpans(heading)
    .map(({ text }) => text)
    .join('');
}
