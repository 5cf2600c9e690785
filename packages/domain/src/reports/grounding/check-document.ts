import type { Block, Fact, ReportDocument, Span } from '@clearwatch/contracts/reports/report-document';
import { FactIndex } from './fact-index.ts';
import { groundText, type Unbound, unboundIn } from './ground-text.ts';
import { matchesFact } from './matches-fact.ts';
import { findStatements } from './reading/find-statements.ts';

export interface CheckedDocument {
  document: ReportDocument;
  unbound: Unbound[];
}

/**
 * Holds a document against its facts, span by span: one that names a fact must say its value and nothing else, and plain
 * words must hold no number and no day that no fact has. The guard against a template that lies; names in plain words
 * are not looked for, since templates take them from facts.
 */
export function checkDocument(document: ReportDocument, facts: readonly Fact[]): CheckedDocument {
  const index = new FactIndex(facts);
  const unbound: Unbound[] = [];
  const check = (spans: readonly Span[]): Span[] => {
    const checked = checkSpans(spans, index);
    unbound.push(...unboundIn(checked));
    return checked;
  };
  const checkWords = (text: string) => {
    unbound.push(...groundText([{ text }], { facts: index, isKnownWord: null }).unbound);
  };
  const checked: ReportDocument = {
    headline: check(document.headline),
    sections: document.sections.map(({ title, blocks }) => {
      checkWords(title);
      return { title, blocks: blocks.map((block) => checkBlock(block, { check, checkWords })) };
    }),
  };
  return { document: checked, unbound };
}

function checkBlock(
  block: Block,
  { check, checkWords }: { check: (spans: readonly Span[]) => Span[]; checkWords: (text: string) => void },
): Block {
  switch (block.kind) {
    case 'paragraph':
      return { ...block, spans: check(block.spans) };
    case 'list':
      return { ...block, items: block.items.map(check) };
    case 'table':
      for (const { label } of block.columns) checkWords(label);
      checkWords(block.caption);
      return { ...block, rows: block.rows.map((row) => row.map((cell) => check([cell])[0] ?? cell)) };
    case 'chart':
      checkWords(block.chart.title);
      return block;
    case 'alerts':
      return block;
  }
}

/** Plain neighbours are read together, around spans that a fact takes. */
function checkSpans(spans: readonly Span[], index: FactIndex): Span[] {
  return spans.flatMap((span, position): Span[] => {
    if (span.unbound === true) return [span];
    if (span.fact !== undefined) return [states(span, index) ? span : marked(span)];
    if (isDigitBeside(spans, position)) return [marked(span)];
    return groundText([span], { facts: index, isKnownWord: null }).spans;
  });
}

/** "1" before a bound "2.00": two spans that read as one number. */
function isDigitBeside(spans: readonly Span[], position: number): boolean {
  const [before, own, after] = [spans[position - 1], spans[position], spans[position + 1]];
  const joinsFront = /\d$/.test(before?.text ?? '') && /^[.,]?\d/.test(own?.text ?? '');
  const joinsBack = /\d[.,]?$/.test(own?.text ?? '') && /^\d/.test(after?.text ?? '');
  return joinsFront || joinsBack;
}

function states({ text, fact: id }: Span, index: FactIndex): boolean {
  const fact = index.get(id ?? '');
  if (fact === undefined) return false;
  const { value } = fact;
  if (value.kind === 'name')
    return text.trim().replaceAll(/\s+/g, ' ') === value.name.trim().replaceAll(/\s+/g, ' ');
  if (value.kind === 'count' && value.count === 0 && /^(?:no|none|never|nobody|nothing)$/i.test(text.trim()))
    return true;
  const statements = findStatements(text, { names: index.names, isKnownWord: null });
  return statements.length > 0 && statements.every(({ said }) => matchesFact(said, value) !== null);
}

function marked({ text, strong }: Span): Span {
  return strong === true ? { text, strong, unbound: true } : { text, unbound: true };
}
