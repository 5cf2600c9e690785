import type { Block, ChartUnit, ReportChart, ReportSection, Span } from '@clearwatch/contracts/ai-reports';
import { type CitedFact, numberOf } from './fact-sheet.ts';
import { prose, sentences, withContent } from './report-sentences.ts';

export function paragraph(...parts: (readonly Span[] | null)[]): Block {
  return { kind: 'paragraph', spans: sentences(...parts) };
}

export type TableCell = CitedFact | string | null;

export interface TableColumn {
  label: string;
  align: 'left' | 'right';
}

export const right = (label: string): TableColumn => ({ label, align: 'right' });

/**
 * Omits `false` cells, and columns that are `false` in every row. @throws RangeError for a row with the wrong
 * number of cells
 */
export function table(
  caption: string,
  columns: readonly (TableColumn | string | false)[],
  rows: readonly (TableCell | false)[][],
): Block {
  const labels = columns.filter(
    (column, index) => column !== false && (rows.length === 0 || rows.some((row) => row[index] !== false)),
  ) as (TableColumn | string)[];
  const cells = rows.map((row) =>
    row
      .filter((cell) => cell !== false)
      .map((cell) =>
        cell === null
          ? { text: '–' }
          : typeof cell === 'string'
            ? { text: cell }
            : { text: cell.text, fact: cell.fact.id },
      ),
  );
  if (cells.some((row) => row.length !== labels.length))
    throw new RangeError(`${caption}: every row needs ${labels.length} cells`);
  return {
    kind: 'table',
    caption,
    columns: labels.map((column) => (typeof column === 'string' ? { label: column, align: 'left' } : column)),
    rows: cells,
  };
}

/** A table from columns, each with a heading and a function that returns the cell for a row. */
export function rowTable<Row>(
  caption: string,
  rows: readonly Row[],
  columns: readonly (readonly [heading: TableColumn | string, cell: (row: Row) => TableCell | false])[],
): Block {
  return table(
    caption,
    columns.map(([heading]) => heading),
    rows.map((row) => columns.map(([, cell]) => cell(row))),
  );
}

export function listBlock(...items: (readonly Span[] | null)[]): Block | null {
  const present = withContent(items);
  return present.length === 0 ? null : { kind: 'list', items: present };
}

/** Without actions, the section says so. */
export function actionsSection(actions: readonly (Span[] | null)[]): ReportSection {
  const list = listBlock(...actions) ?? paragraph(prose`This report recommends no action.`);
  return { title: 'Recommended actions', blocks: [list] };
}

/** Null when no block has content. */
export function section(title: string, ...parts: (Block | null | readonly (Block | null)[])[]) {
  const blocks = parts
    .flat()
    .filter((block) => block !== null && (block.kind !== 'paragraph' || block.spans.length > 0)) as Block[];
  return blocks.length === 0 ? null : { title, blocks };
}

/** Charts only facts, so every point has a source. Null with fewer than two points. */
export function chartOf(
  chart: Pick<ReportChart, 'title' | 'type' | 'unit'> & {
    categories: readonly (CitedFact | string)[];
    series: readonly { name: string; values: readonly CitedFact[] }[];
  },
): Block | null {
  const categories = chart.categories.map((category) => (typeof category === 'string' ? category : category.text));
  const point = ({ fact: { value, label } }: CitedFact): number => {
    const size = value.kind === 'number' ? null : numberOf(value);
    if (size === null) throw new TypeError(`${label}: neither an amount nor a count nor a share`);
    return size;
  };
  const series = chart.series.map(({ name, values }) => ({ name, values: values.map(point) }));
  return categories.length < 2 ? null : { kind: 'chart', chart: { ...chart, categories, series } };
}

/** Charts rows. `series` returns the facts for a row by series name; a series without facts is omitted. */
export function rowChart<Row>(
  [title, type, unit]: readonly [title: string, type: ReportChart['type'], unit: ChartUnit],
  rows: readonly Row[],
  category: (row: Row) => CitedFact | string,
  series: Readonly<Record<string, (row: Row) => CitedFact | null>>,
): Block | null {
  return chartOf({
    title,
    type,
    unit,
    categories: rows.map(category),
    series: Object.entries(series)
      .map(([name, value]) => ({ name, values: rows.flatMap((row) => value(row) ?? []) }))
      .filter(({ values }) => values.length > 0),
  });
}
