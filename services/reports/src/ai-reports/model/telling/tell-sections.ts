import type { Block, ReportDocument, ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import type { Pseudonyms } from './pseudonyms.ts';

export interface ToldSection {
  title: string;
  /** What the section says when rules write it, facts by their reference. */
  says: string[];
  /** Shown below the text as it is; the model need not repeat it. */
  shows: string[];
}

/** The section on method is about the rules and stays as they wrote it. */
const STAYS = /^method\b|\bmethod and limits$/i;

export function isReworded({ title, blocks }: ReportSection): boolean {
  return !STAYS.test(title) && blocks.some(({ kind }) => kind === 'paragraph' || kind === 'list');
}

/** What each section should say, with "[F12]" for every fact: a pattern of what the model is to write. */
export function tellSections(document: ReportDocument, pseudonyms: Pseudonyms): ToldSection[] {
  return document.sections.filter(isReworded).map(({ title, blocks }) => ({
    title: pseudonyms.hide(title),
    says: blocks.flatMap((block) => told(block).map((spans) => withReferences(spans, pseudonyms))),
    shows: blocks.flatMap(shown),
  }));
}

export function withReferences(spans: readonly Span[], pseudonyms: Pseudonyms): string {
  return spans.map(({ text, fact }) => (fact === undefined ? pseudonyms.hide(text) : `[${fact}]`)).join('');
}

function told(block: Block): Span[][] {
  if (block.kind === 'paragraph') return [block.spans];
  return block.kind === 'list' ? block.items : [];
}

function shown(block: Block): string[] {
  if (block.kind === 'table') return [`table: ${block.caption}`];
  if (block.kind === 'chart') return [`chart: ${block.chart.title}`];
  return block.kind === 'alerts' ? ['links to the alerts'] : [];
}
