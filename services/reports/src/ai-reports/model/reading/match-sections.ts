import type { ReportDocument, ReportSection } from '@clearwatch/contracts/ai-reports';
import { isReworded } from '../telling/tell-sections.ts';
import type { AnswerSection, TextBlock } from './read-answer.ts';

export interface MatchedAnswer {
  /** Text before the first section of the report; empty when there is none. */
  headline: TextBlock[];
  /** By the section of the built-in report that they reword. */
  sections: ReadonlyMap<ReportSection, TextBlock[]>;
}

/**
 * Finds which section of the report each part of the answer rewords: by title, without numbering, case and punctuation;
 * by order when no title is the report's but there are as many. Text under a heading of the model's own belongs to the
 * section before it. Null when less than half of the sections are there: the model did not do what it was asked.
 */
export function matchSections(
  answer: readonly AnswerSection[],
  { document, titleTold }: { document: ReportDocument; titleTold: (title: string) => string },
): MatchedAnswer | null {
  const asked = document.sections.filter(isReworded);
  const byTitle = new Map<string, ReportSection>();
  for (const section of asked)
    for (const title of [section.title, titleTold(section.title)]) byTitle.set(plainTitle(title), section);
  const parts = answer.flatMap((part) => withBoldTitles(part, byTitle));
  const matched = matchByTitle(parts, byTitle) ?? matchByOrder(parts, asked);
  return matched !== null && matched.sections.size * 2 >= asked.length ? matched : null;
}

function matchByTitle(
  parts: readonly AnswerSection[],
  byTitle: ReadonlyMap<string, ReportSection>,
): MatchedAnswer | null {
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

function matchByOrder(
  parts: readonly AnswerSection[],
  asked: readonly ReportSection[],
): MatchedAnswer | null {
  const [before, ...rest] = parts;
  const written = rest.filter(({ blocks }) => blocks.length > 0);
  if (written.length !== asked.length) return null;
  return {
    headline: before?.blocks.filter((block) => !isChatter(block)) ?? [],
    sections: new Map(asked.map((section, index) => [section, written[index]?.blocks ?? []])),
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

/** "Sure, here is the report:" */
function isChatter(block: TextBlock): boolean {
  const text = block.kind === 'paragraph' ? block.spans.map((span) => span.text).join('') : '';
  return /^(?:sure|certainly|of course|okay|ok|here(?:'s| is| are)|below is|i have|i've)\b.*[:!.]$/i.test(
    text,
  );
}

function plainTitle(title: string): string {
  return title
    .toLowerCase()
    .replace(/^\s*(?:section\s+)?(?:\d+(?:\.\d+)*|[ivx]+)[.):]\s+/, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
