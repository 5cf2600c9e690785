import type { Block, ReportDocument, Span } from '@clearwatch/contracts/ai-reports';

/** How the composers end "Method and limits"; false once a model has put its words in. */
const COMPOSED = /^Composed by fixed rules\b/;
const WORDED =
  'Worded by a language model from facts that fixed rules took from the ledger; tables and charts are those of the rules. Every figure, day and name in the text was held against the facts, and what no fact has is marked.';

/** Says in the section on method who wrote the words. */
export function sayWhoWorded(document: ReportDocument): ReportDocument {
  return {
    ...document,
    sections: document.sections.map((section) => ({
      ...section,
      blocks: section.blocks.map(withWriter),
    })),
  };
}

function withWriter(block: Block): Block {
  if (block.kind === 'paragraph' && isComposed(block.spans))
    return { kind: 'paragraph', spans: [{ text: WORDED }] };
  if (block.kind !== 'list') return block;
  return { kind: 'list', items: block.items.map((item) => (isComposed(item) ? [{ text: WORDED }] : item)) };
}

function isComposed(spans: readonly Span[]): boolean {
  return COMPOSED.test(spans[0]?.text ?? '');
}
