import type { ReportDocument, ReportSection } from '@clearwatch/contracts/reports/report-document';
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
 * by order when the titles are others but as many. Text under any other heading is not the report's and is dropped.
 * Null when no section is found at all: the model did not do what it was asked.
 */
export function matchSections(
  answer: readonly AnswerSection[],
  { document, titleTold }: { document: ReportDocument; titleTold: (title: string) => string },
): MatchedAnswer | null {
  const asked = document.sections.filter(isReworded);
  const written = answer.filter(({ title, blocks }) => title !== '' && blocks.length > 0);
  const sections = new Map<ReportSection, TextBlock[]>();
  for (const { title, blocks } of written) {
    const section = asked.find((candidate) =>
      [candidate.title, titleTold(candidate.title)].some((known) => plainTitle(known) === plainTitle(title)),
    );
    if (section !== undefined) sections.set(section, [...(sections.get(section) ?? []), ...blocks]);
  }
  if (sections.size === 0 && written.length === asked.length)
    written.forEach(({ blocks }, index) => sections.set(asked[index]!, blocks));
  if (sections.size === 0 && asked.length > 0) return null;
  return { headline: headlineOf(answer, asked), sections };
}

/** What stands before the first section, whether or not it has a heading such as "Headline" or the report's title. */
function headlineOf(answer: readonly AnswerSection[], asked: readonly ReportSection[]): TextBlock[] {
  const first = answer.findIndex(({ title }) =>
    asked.some((section) => plainTitle(section.title) === plainTitle(title)),
  );
  const before = first < 0 ? answer.slice(0, 1) : answer.slice(0, first);
  return before.flatMap(({ blocks }) => blocks).filter((block) => !isChatter(block));
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
