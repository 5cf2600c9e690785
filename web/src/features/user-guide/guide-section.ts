import type { GuideTopic } from '../../lib/user-guide-topics.ts';

/** Limits defined in the services. `test/docs/guide-facts.spec.ts` compares them with the services' code. */
export const SERVICE_FACTS = {
  sessionDays: 7,
  usualIdleMinutes: 60,
  recoveryCodes: 10,
  uploadGigabytes: 2,
  documentMegabytes: 50,
  alertLockMinutes: 15,
  reportYears: 2,
} as const;

export const GUIDE_PARTS = ['Get started', 'How it works', 'Screens', 'By role', 'Reference'] as const;
export type GuidePart = (typeof GUIDE_PARTS)[number];

const DIAGRAM_NAMES = ['import-journey', 'receipt-balance', 'alert-life'] as const;
export type DiagramName = (typeof DIAGRAM_NAMES)[number];

/** Texts may contain **a label in bold** and {{topic}}, a link to that section. */
export type GuideBlock =
  | { kind: 'text'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'steps'; items: readonly string[] }
  | { kind: 'terms'; terms: readonly (readonly [term: string, meaning: string])[] }
  | { kind: 'table'; caption: string; columns: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: 'diagram'; diagram: DiagramName; words: string };

export interface GuideSection {
  topic: GuideTopic;
  part: GuidePart;
  title: string;
  blocks: readonly GuideBlock[];
}

/**
 * Parses sections that start with `# title`. Markdown subset: `## heading`, lists, numbered lists, a table below a line
 * `Table: caption`, `![description](diagram)`; plus lines `term :: meaning`. Blank lines separate blocks.
 */
export function guidePart<Topic extends GuideTopic>(
  part: GuidePart,
  sections: Readonly<Record<Topic, string | readonly (string | GuideBlock)[]>>,
): Record<Topic, GuideSection> {
  const parsed = Object.entries<string | readonly (string | GuideBlock)[]>(sections).map(([topic, content]) => {
    const [title, ...blocks] = [content].flat().flatMap((piece) =>
      typeof piece === 'string'
        ? piece
            .trim()
            .split(/\n\s*\n/)
            .map(parseBlock)
        : piece,
    );
    return [topic, { topic, part, title: title?.kind === 'heading' ? title.text : '', blocks }];
  });
  return Object.fromEntries(parsed);
}

function parseBlock(block: string): GuideBlock {
  const lines = block.split('\n').map((line) => line.trim());
  const [first = '', ...rest] = lines;
  const heading = /^##? (.+)/.exec(first)?.[1];
  if (heading !== undefined) return { kind: 'heading', text: heading };
  if (first.startsWith('- ')) return { kind: 'list', items: lines.map((line) => line.slice(2)) };
  if (first.startsWith('1. ')) return { kind: 'steps', items: lines.map((line) => line.replace(/^\d+\. /, '')) };
  if (first.includes(' :: ')) return { kind: 'terms', terms: lines.map(parseTerm) };
  if (first.startsWith('Table: ')) {
    const [columns = [], ...rows] = rest.map((line) => line.slice(2, -2).split(' | '));
    return { kind: 'table', caption: first.slice('Table: '.length), columns, rows };
  }
  const [, words = '', name] = /^!\[(.+)\]\((.+)\)$/.exec(first) ?? [];
  const diagram = DIAGRAM_NAMES.find((known) => known === name);
  return diagram === undefined ? { kind: 'text', text: first } : { kind: 'diagram', diagram, words };
}

function parseTerm(line: string): [term: string, meaning: string] {
  const [term = '', meaning = ''] = line.split(' :: ');
  return [term, meaning];
}

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
