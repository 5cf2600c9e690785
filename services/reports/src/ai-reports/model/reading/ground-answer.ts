import type { Block, Fact, ReportDocument, ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { FactIndex } from '@clearwatch/domain/report-writing/verification/fact-index';
import {
  type UnverifiedStatement,
  type VerificationFacts,
  verifyText,
} from '@clearwatch/domain/report-writing/verification/verify-report';
import type { Pseudonyms } from '../telling/pseudonyms.ts';
import type { MatchedAnswer } from './match-sections.ts';
import type { TextBlock } from './read-answer.ts';

export interface GroundedAnswer {
  document: ReportDocument;
  /** How many numbers, days and names the model stated. */
  stated: number;
  unbound: UnverifiedStatement[];
}

/**
 * The report with the model's words in place of the rules': paragraphs and lists are the model's, every figure in them
 * tied to its fact or marked; tables, charts and links to alerts stay as the rules made them, below the text.
 */
export function groundAnswer(
  answer: MatchedAnswer,
  options: {
    document: ReportDocument;
    facts: readonly Fact[];
    pseudonyms: Pseudonyms;
    isKnownWord: (word: string) => boolean;
  },
): GroundedAnswer {
  const { document, facts, pseudonyms, isKnownWord } = options;
  const ground: VerificationFacts = { facts: new FactIndex(facts), isKnownWord, aliases: pseudonyms.factIds };
  const result = { stated: 0, unbound: [] as UnverifiedStatement[] };
  const grounded = (spans: readonly Span[]): Span[] => {
    const { spans: bound, stated, unbound } = verifyText(spans, ground);
    result.stated += stated;
    result.unbound.push(...unbound);
    return bound;
  };
  const headline = answer.headline.flatMap(textOf);
  return Object.assign(result, {
    document: {
      headline: headline.length === 0 ? document.headline : grounded(headline),
      sections: document.sections.map((section) => reworded(section, answer.sections.get(section), grounded)),
    },
  });
}

function reworded(
  section: ReportSection,
  blocks: readonly TextBlock[] | undefined,
  grounded: (spans: readonly Span[]) => Span[],
): ReportSection {
  if (blocks === undefined) return section;
  const text = blocks.map(
    (block): Block =>
      block.kind === 'paragraph'
        ? { kind: 'paragraph', spans: grounded(block.spans) }
        : { kind: 'list', items: block.items.map(grounded) },
  );
  const kept = section.blocks.filter(({ kind }) => kind !== 'paragraph' && kind !== 'list');
  return { title: section.title, blocks: [...text, ...kept] };
}

/** One after another, a gap between them: the headline is a few sentences, not blocks. */
function textOf(block: TextBlock, index: number): Span[] {
  const parts = block.kind === 'paragraph' ? [block.spans] : block.items;
  return parts.flatMap((spans, part) => (index + part === 0 ? spans : [{ text: ' ' }, ...spans]));
}
