import type { Fact, ReportDocument, ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { formatFactInSentence } from '@clearwatch/domain/report-writing/format-fact';
import { FactIndex } from '@clearwatch/domain/report-writing/verification/fact-index';
import {
  type UnverifiedStatement,
  type VerificationFacts,
  verifyText,
} from '@clearwatch/domain/report-writing/verification/verify-report';
import { isReworded, isText, mapText, type RewordingRequest, type TextBlock, textsOf } from './model-prompt.ts';
import type { Pseudonyms } from './pseudonyms.ts';

/** HTML elements whose content is not text. */
const SILENT_ELEMENT =
  /<(script|style|iframe|svg|object|template|noscript|think|thinking)\b[^>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi;
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const TAG = /<\/?[a-z!?][^<>]*>?/gi;
/** Bounded, so that thousands of open brackets are parsed in linear time. */
const IMAGE = /!\[[^\]]{0,300}\](?:\([^)]{0,2000}\)|\[[^\]]{0,300}\])?/g;
/** Matches "[text](address)" and "[text][1]", but not "[F12]". In "[F12](…)", only the address is removed. */
const LINK = /\[([^\]]{0,300})\]\([^)]{0,2000}\)/g;
const LINK_BY_NAME = /\[((?!F\d+\])[^\]]{0,300})\]\[(?!F\d)[^\]]{0,300}\]/g;
const LINK_TARGET = /^ {0,3}\[[^\]\n]{1,300}\]:.*$/gm;
const ADDRESS = /\b(?:https?|ftp|file|data|javascript|mailto|vbscript):[^\s)\]}>"']*|\bwww\.[^\s)\]}>"']*/gi;
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '‹',
  '&gt;': '›',
  '&quot;': '"',
  '&#39;': "'",
  '&apos;': "'",
  '&nbsp;': ' ',
};

/**
 * Removes HTML, links, images, code fences and control characters. Keeps headings, lists, emphasis and link
 * text.
 */
function plainMarkdown(answer: string): string {
  return answer
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{C}\n\t]|[\u2028\u2029]/gu, '')
    .replaceAll(SILENT_ELEMENT, ' ')
    .replaceAll(COMMENT, ' ')
    .replaceAll(/^[ \t]*(?:```|~~~).*$/gm, '')
    .replaceAll(IMAGE, '')
    .replaceAll(LINK_TARGET, '')
    .replaceAll(LINK, (_link, words: string) => (/^F\d+$/.test(words) ? `[${words}]` : words))
    .replaceAll(LINK_BY_NAME, '$1')
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(TAG, '')
    .replaceAll(ADDRESS, '')
    .replaceAll(/&(?:amp|lt|gt|quot|apos|nbsp|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}

/** References are replaced in a single pass, because an inserted name may look like a reference. */
const PLACEHOLDER = /\[(F\d{1,5})\]|\b(?:Member|Account) \d+\b/g;
/** The possible start of a reference, a pseudonym, a tag or a link. */
const PARTIAL_TOKEN = /(?:\[[^\]\n]*|<[^>\n]*|\b(?:Members?|Accounts?)(?: \d*)?|\]\([^)\n]*)$/;

/** The text so far, with names and values inserted and without a partial token at its end. */
export function draftText(
  answer: string,
  { facts, pseudonyms }: { facts: readonly Fact[]; pseudonyms: Pseudonyms },
): string {
  const texts = new Map(facts.map(({ id, value }) => [id, formatFactInSentence(value)]));
  return plainMarkdown(answer.replace(PARTIAL_TOKEN, ''))
    .replaceAll(PLACEHOLDER, (placeholder, id: string | undefined) => {
      const factId = id ?? pseudonyms.factIds.get(placeholder) ?? '';
      return texts.get(factId) ?? placeholder;
    })
    .trim();
}

/** Keeps `**bold**` and `__bold__`. Other formatting is dropped: emphasis, strikethrough, code, escapes. */
const STRONG = /\*\*(?=\S)([\s\S]{0,500}?\S)\*\*|(?<!\w)__(?=\S)([\s\S]{0,500}?\S)__(?!\w)/g;

function inlineSpans(markdown: string): Span[] {
  // Text, then bold text in either form, then more text.
  const pieces: (string | undefined)[] = markdown.replaceAll(/\s+/g, ' ').trim().split(STRONG);
  return pieces.flatMap((piece, index) => {
    const text = withoutMarks(piece ?? '');
    return text === '' ? [] : [index % 3 === 0 ? { text } : { text, strong: true }];
  });
}

const textIn = (spans: readonly Span[]) => spans.map(({ text }) => text).join('');

function withoutMarks(text: string): string {
  return text
    .replaceAll(/`+/g, '')
    .replaceAll('~~', '')
    .replaceAll(/(?<![\\*\w])\*(?=\S)([^*]*\S)\*(?![*\w])/g, '$1')
    .replaceAll(/(?<![\w\\])_(?=\S)([^_]*\S)_(?!\w)/g, '$1')
    .replaceAll('**', '')
    .replaceAll(/\\([\\`*_{}[\]()#+\-.!|<>~$%])/g, '$1');
}

interface AnswerSection {
  title: string;
  blocks: TextBlock[];
}

/** Length in characters. Report paragraphs have a few hundred. */
const MAX_LINE_LENGTH = 4_000;
const MAX_TITLE_LENGTH = 300;
const HEADING = /^ {0,3}#{1,6}[ \t]+(.+?)[ \t]*#*$/;
const ITEM = /^\s*(?:[-*+•–]|\d{1,3}[.)])\s+(.*)$/;
const RULER = /^\s*(?:[-*_=][ \t]*){3,}$/;
const TABLE = /^\s*\|/;
const LONGEST_LINE = new RegExp(`.{1,${MAX_LINE_LENGTH}}`, 'gs');

/** Splits very long lines, because each word is compared with all words in its block. */
const shortLines = (line: string): string[] => line.match(LONGEST_LINE) ?? [''];

/** Accepts headings of any level and any list marker; drops tables and horizontal rules. */
export function parseAnswer(answer: string): AnswerSection[] {
  const sections: AnswerSection[] = [{ title: '', blocks: [] }];
  let open: string[] = [];
  let isList = false;
  const close = () => {
    const block = blockOf(open, isList);
    if (block !== null) sections.at(-1)?.blocks.push(block);
    open = [];
    isList = false;
  };
  for (const line of plainMarkdown(answer).split('\n').flatMap(shortLines)) {
    if (open.length > 0 && open.reduce((sum, { length }) => sum + length, line.length) > MAX_LINE_LENGTH) close();
    const heading = HEADING.exec(line.slice(0, MAX_TITLE_LENGTH));
    const item = ITEM.exec(line);
    if (heading !== null) {
      close();
      sections.push({ title: textIn(inlineSpans(heading[1] ?? '')), blocks: [] });
    } else if (line.trim() === '' || RULER.test(line) || TABLE.test(line)) {
      // A blank line ends a paragraph but not a list.
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

function blockOf(lines: readonly string[], isList: boolean): TextBlock | null {
  if (isList) {
    const items = lines.map(inlineSpans).filter((spans) => spans.length > 0);
    return items.length === 0 ? null : { kind: 'list', items };
  }
  const spans = inlineSpans(lines.join(' '));
  return spans.length === 0 ? null : { kind: 'paragraph', spans };
}

interface MatchedAnswer {
  headline: TextBlock[];
  sections: ReadonlyMap<ReportSection, TextBlock[]>;
}

/**
 * Assigns parts of the answer to sections by title, ignoring numbering, case and punctuation, or by order if
 * no title matches but the number of sections does. Text under an unknown heading joins the previous section.
 * Null when fewer than half of the sections are found.
 */
export function matchSections(
  answer: readonly AnswerSection[],
  { document, promptTitle }: { document: ReportDocument; promptTitle: (title: string) => string },
): MatchedAnswer | null {
  const rewordable = document.sections.filter(isReworded);
  const byTitle = new Map<string, ReportSection>();
  for (const section of rewordable)
    for (const title of [section.title, promptTitle(section.title)]) byTitle.set(plainTitle(title), section);
  const parts = answer.flatMap((part) => withBoldTitles(part, byTitle));
  const matched = matchByTitle(parts, byTitle) ?? matchByOrder(parts, rewordable);
  return matched !== null && matched.sections.size * 2 >= rewordable.length ? matched : null;
}

function matchByTitle(parts: readonly AnswerSection[], byTitle: ReadonlyMap<string, ReportSection>) {
  const sections = new Map<ReportSection, TextBlock[]>();
  const headline: TextBlock[] = [];
  let open: ReportSection | undefined;
  for (const { title, blocks } of parts) {
    open = byTitle.get(plainTitle(title)) ?? open;
    if (open === undefined) headline.push(...blocks.filter((block) => !isChatter(block)));
    else if (blocks.length > 0) sections.set(open, [...(sections.get(open) ?? []), ...blocks]);
  }
  return sections.size === 0 && byTitle.size > 0 ? null : { headline, sections };
}

function matchByOrder(parts: readonly AnswerSection[], rewordable: readonly ReportSection[]) {
  const [before, ...rest] = parts;
  const placeholder = rest.filter(({ blocks }) => blocks.length > 0);
  if (placeholder.length !== rewordable.length) return null;
  return {
    headline: before?.blocks.filter((block) => !isChatter(block)) ?? [],
    sections: new Map(rewordable.map((section, index) => [section, placeholder[index]?.blocks ?? []])),
  };
}

/** Some models write headings as bold lines. */
function withBoldTitles(part: AnswerSection, byTitle: ReadonlyMap<string, ReportSection>): AnswerSection[] {
  const parts: AnswerSection[] = [{ title: part.title, blocks: [] }];
  for (const block of part.blocks) {
    const [span, ...others] = block.kind === 'paragraph' ? block.spans : [];
    const isTitle = span?.strong === true && others.length === 0 && byTitle.has(plainTitle(span.text));
    if (isTitle) parts.push({ title: span.text, blocks: [] });
    else parts.at(-1)?.blocks.push(block);
  }
  return parts;
}

/** Whether the block is an introduction such as "Sure, here is the report:", which is dropped. */
function isChatter(block: TextBlock): boolean {
  const text = block.kind === 'paragraph' ? textIn(block.spans) : '';
  return /^(?:sure|certainly|of course|okay|ok|here(?:'s| is| are)|below is|i have|i've)\b.*[:!.]$/i.test(text);
}

function plainTitle(title: string): string {
  return title
    .toLowerCase()
    .replace(/^\s*(?:section\s+)?(?:\d+(?:\.\d+)*|[ivx]+)[.):]\s+/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export type GroundedAnswer = ReturnType<typeof groundAnswer>;

/**
 * Replaces paragraphs and lists with those from the model. Each figure is bound to a fact or marked. Tables,
 * charts and links are kept.
 */
export function groundAnswer(
  answer: MatchedAnswer,
  {
    document,
    facts,
    pseudonyms,
    isKnownWord,
  }: Pick<RewordingRequest, 'document' | 'facts' | 'pseudonyms' | 'isKnownWord'>,
) {
  const ground: VerificationFacts = { facts: new FactIndex(facts), isKnownWord, aliases: pseudonyms.factIds };
  const result = { statedCount: 0, unbound: [] as UnverifiedStatement[] };
  const grounded = (spans: readonly Span[]): Span[] => {
    const { spans: bound, stated, unbound } = verifyText(spans, ground);
    result.statedCount += stated;
    result.unbound.push(...unbound);
    return bound;
  };
  // The headline is a single text without blocks.
  const [first = [], ...rest] = answer.headline.flatMap(textsOf);
  const headline = [...first, ...rest.flatMap((spans) => [{ text: ' ' }, ...spans])];
  return Object.assign(result, {
    document: {
      headline: headline.length === 0 ? document.headline : grounded(headline),
      sections: document.sections.map((section) => {
        const text = answer.sections.get(section)?.map((block) => mapText(block, grounded));
        if (text === undefined) return section;
        return {
          title: section.title,
          blocks: [...text, ...section.blocks.filter((block) => !isText(block))],
        };
      }),
    },
  });
}
