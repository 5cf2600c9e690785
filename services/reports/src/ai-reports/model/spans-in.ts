import type { Block, ReportDocument, Span } from '@clearwatch/contracts/ai-reports';

/** Every span of a document, in reading order. */
export function spansIn({ headline, sections }: ReportDocument): Span[] {
  return [...headline, ...sections.flatMap(({ blocks }) => blocks.flatMap(spansOfBlock))];
}

function spansOfBlock(block: Block): Span[] {
  switch (block.kind) {
    case 'paragraph':
      return block.spans;
    case 'list':
      return block.items.flat();
    case 'table':
      return block.rows.flat();
    case 'chart':
    case 'alerts':
      return [];
  }
}
