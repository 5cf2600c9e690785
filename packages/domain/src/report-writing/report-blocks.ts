import type {
  Block,
  ChartUnit,
  ReportChart,
  ReportDocument,
  ReportSection,
  Span,
} from '@clearwatch/contracts/ai-reports';
import type { CitedFact } from './fact-sheet.ts';
import { formatCompactDollars, formatFact } from './format-fact.ts';

/** A fact, composed spans, or plain words without numbers of their own. */
export type SentencePart = CitedFact | readonly Span[] | string;

/** A sentence such as prose`Credits came to ${total}.`; each fact stays linked to its place. */
export function prose(texts: TemplateStringsArray, ...words: SentencePart[]): Span[] {
  const spans = texts.flatMap((text, index) => [{ text }, ...spansOf(words[index] ?? '')]);
  return mergeSpans(spans);
}

export function sentences(...parts: (readonly Span[] | null)[]): Span[] {
  const said = parts.filter((part) => part !== null && part.length > 0) as (readonly Span[])[];
  return mergeSpans(said.flatMap((part, index) => (index === 0 ? [...part] : [{ text: ' ' }, ...part])));
}

export function strong(words: SentencePart): Span[] {
  return spansOf(words).map((span) => ({ ...span, strong: true }));
}

/** "$1.24 million" where the fact is exact to the cent. */
export function compactMoney(stated: CitedFact): CitedFact {
  const { value } = stated.fact;
  return value.kind === 'money' ? { ...stated, text: formatCompactDollars(value.cents) } : stated;
}

/** For sentences that say themselves whether it is more or less. */
export function withoutSign(stated: CitedFact): CitedFact {
  const { value } = stated.fact;
  if (value.kind === 'money')
    return { ...stated, text: formatFact({ kind: 'money', cents: Math.abs(value.cents) }) };
  if (value.kind === 'count')
    return { ...stated, text: formatFact({ kind: 'count', count: Math.abs(value.count) }) };
  if (value.kind === 'share')
    return { ...stated, text: formatFact({ kind: 'share', share: Math.abs(value.share) }) };
  return stated;
}

/** "1 member", "12 members". */
export function withNoun(stated: CitedFact, one: string, many = `${one}s`): Span[] {
  const { value } = stated.fact;
  const isOne = value.kind === 'count' && value.count === 1;
  return [...spansOf(stated), { text: ` ${isOne ? one : many}` }];
}

export function joinWithAnd(words: readonly SentencePart[]): Span[] {
  return mergeSpans(
    words.flatMap((word, index) => {
      const between = index === 0 ? '' : index === words.length - 1 ? ' and ' : ', ';
      return [{ text: between }, ...spansOf(word)];
    }),
  );
}

export function paragraph(...parts: (readonly Span[] | null)[]): Block {
  return { kind: 'paragraph', spans: sentences(...parts) };
}

export function spansOf(words: SentencePart): Span[] {
  if (typeof words === 'string') return [{ text: words }];
  if (isCitedFact(words)) return [{ text: words.text, fact: words.fact.id }];
  return [...words];
}

function isCitedFact(words: CitedFact | readonly Span[]): words is CitedFact {
  return 'fact' in words;
}

function mergeSpans(spans: readonly Span[]): Span[] {
  const result: Span[] = [];
  for (const span of spans) {
    const last = result.at(-1);
    if (span.text === '') continue;
    const isPlain = span.fact === undefined && last?.fact === undefined;
    if (last !== undefined && isPlain && last.strong === span.strong && last.unbound === span.unbound)
      result[result.length - 1] = { ...last, text: last.text + span.text };
    else result.push(span);
  }
  return result;
}

export type TableCell = CitedFact | string | null;

export interface TableColumn {
  label: string;
  align: 'left' | 'right';
}

export const right = (label: string): TableColumn => ({ label, align: 'right' });

/** `false` leaves out a column or a cell. @throws RangeError when a row has not as many cells as there are columns */
export function table(
  caption: string,
  columns: readonly (TableColumn | string | false)[],
  rows: readonly (TableCell | false)[][],
): Block {
  const labels = columns.filter((column) => column !== false);
  const cells = rows.map((row) => row.filter((cell) => cell !== false).map(cellSpan));
  if (cells.some((row) => row.length !== labels.length))
    throw new RangeError(`${caption}: every row needs ${labels.length} cells`);
  return {
    kind: 'table',
    caption,
    columns: labels.map((column) => (typeof column === 'string' ? { label: column, align: 'left' } : column)),
    rows: cells,
  };
}

function cellSpan(cell: TableCell): Span {
  if (cell === null) return { text: '–' };
  return typeof cell === 'string' ? { text: cell } : { text: cell.text, fact: cell.fact.id };
}

/** States it when there is nothing to do. */
export function actionsSection(actions: readonly (Span[] | null)[]): ReportSection {
  const items = actions.filter((action): action is Span[] => action !== null && action.length > 0);
  return {
    title: 'Recommended actions',
    blocks:
      items.length === 0 ? [paragraph(prose`This report recommends no action.`)] : [{ kind: 'list', items }],
  };
}

/** Null when no block has content. */
export function section(
  title: string,
  ...parts: (Block | null | readonly (Block | null)[])[]
): ReportSection | null {
  const blocks = parts
    .flat()
    .filter((block) => block !== null && (block.kind !== 'paragraph' || block.spans.length > 0)) as Block[];
  return blocks.length === 0 ? null : { title, blocks };
}

export function listBlock(...items: (readonly Span[] | null)[]): Block | null {
  const said = items.filter((item) => item !== null && item.length > 0) as (readonly Span[])[];
  return said.length === 0 ? null : { kind: 'list', items: said.map((item) => [...item]) };
}

export function reportOf(
  headline: readonly Span[],
  sections: readonly (ReportSection | null)[],
): ReportDocument {
  return { headline: [...headline], sections: sections.filter((each) => each !== null) };
}

/** A chart of facts only, so that every point has a source. Null with fewer than two points. */
export function chartOf(chart: {
  title: string;
  type: ReportChart['type'];
  unit: ChartUnit;
  categories: readonly (CitedFact | string)[];
  series: readonly { name: string; values: readonly CitedFact[] }[];
}): Block | null {
  const { title, type, unit, categories, series } = chart;
  if (categories.length < 2) return null;
  return {
    kind: 'chart',
    chart: {
      title,
      type,
      unit,
      categories: categories.map((category) => (typeof category === 'string' ? category : category.text)),
      series: series.map(({ name, values }) => ({ name, values: values.map(chartPoint) })),
    },
  };
}

function chartPoint({ fact: { value, label } }: CitedFact): number {
  if (value.kind === 'money') return value.cents;
  if (value.kind === 'count') return value.count;
  if (value.kind === 'share') return value.share;
  throw new TypeError(`${label}: neither an amount nor a count nor a share`);
}
