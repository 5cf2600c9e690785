import type { GuideTopic } from '../../lib/user-guide-topics.ts';

/** What services keep to themselves; `test/docs/guide-facts.spec.ts` holds these against them. */
export const SERVICE_FACTS = {
  sessionDays: 7,
  usualIdleMinutes: 60,
  recoveryCodes: 10,
  uploadGigabytes: 2,
  documentMegabytes: 50,
  alertLockMinutes: 15,
  reportYears: 2,
} as const;

/** How the contents are grouped, in this order. */
export const GUIDE_PARTS = ['Begin here', 'How it works', 'Screens', 'For whom', 'Look it up'] as const;
export type GuidePart = (typeof GUIDE_PARTS)[number];

export type DiagramName = 'import-journey' | 'receipt-balance' | 'alert-life';

/**
 * A piece of the guide. Texts may hold **the words of a button** and {{topic}}, which becomes a link to what the guide says
 * there; everything else is plain, so that it can be searched.
 */
export type GuideBlock =
  | { kind: 'text'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'steps'; items: readonly string[] }
  | { kind: 'terms'; terms: readonly (readonly [term: string, meaning: string])[] }
  | {
      kind: 'table';
      caption: string;
      columns: readonly string[];
      rows: readonly (readonly string[])[];
    }
  /** Drawn; `words` say the same. */
  | { kind: 'diagram'; diagram: DiagramName; words: string };

export interface GuideSection {
  topic: GuideTopic;
  part: GuidePart;
  title: string;
  blocks: readonly GuideBlock[];
}

/** Every text of a section in reading order, the title first; what a search looks through. */
export function sectionTexts({ title, blocks }: GuideSection): string[] {
  return [title, ...blocks.flatMap(blockTexts)];
}

function blockTexts(block: GuideBlock): readonly string[] {
  if (block.kind === 'text' || block.kind === 'heading') return [block.text];
  if (block.kind === 'list' || block.kind === 'steps') return block.items;
  if (block.kind === 'terms') return block.terms.flat();
  if (block.kind === 'table') return [block.caption, ...block.columns, ...block.rows.flat()];
  return [block.words];
}
