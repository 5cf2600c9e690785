import type { CsvField } from '@clearwatch/contracts/csv-mapping';
import type { ColumnChoices } from '@clearwatch/contracts/document-layouts.dto';
import { withSettings } from '../../components/column-mapping.tsx';

/*
 * A whole boundary (1, 2, …) ends a line of an entry: it cannot be moved. Columns after the last boundary and its
 * neighbor come from group headings and have no place on the page.
 */

/** As a share of the page width. */
const MIN_COLUMN_WIDTH = 0.004;

export const withChoices = (choices: ColumnChoices, changed: Partial<ColumnChoices>): ColumnChoices =>
  Object.assign({}, choices, changed);

export const entryLinesOf = ({ cuts }: ColumnChoices): number => Math.floor(cuts.at(-1) ?? 0) + 1;

export const isMovable = (cut: number): boolean => !Number.isInteger(cut);

/** Left and right edge of a column; null if it has no place on the page. */
export function edgesOf({ cuts }: ColumnChoices, column: number): [left: number, right: number] | null {
  if (column > cuts.length) return null;
  const left = cuts[column - 1] ?? 0;
  return [left, cuts[column] ?? Math.floor(left) + 1];
}

export function moveCut(choices: ColumnChoices, index: number, to: number): ColumnChoices {
  const [left] = edgesOf(choices, index) ?? [0];
  const [, right] = edgesOf(choices, index + 1) ?? [0, 1];
  const [least, most] = [left + MIN_COLUMN_WIDTH, right - MIN_COLUMN_WIDTH];
  if (least > most) return choices;
  const cut = Math.round(Math.min(most, Math.max(least, to)) * 10_000) / 10_000;
  return withChoices(choices, { cuts: choices.cuts.with(index, cut) });
}

export function splitColumn(choices: ColumnChoices, column: number): ColumnChoices {
  const edges = edgesOf(choices, column);
  if (edges === null) return choices;
  const cuts = choices.cuts.toSpliced(column, 0, (edges[0] + edges[1]) / 2);
  return withColumns(withChoices(choices, { cuts }), { from: column + 1, by: 1 });
}

/** Removes the boundary between a column and the next one. The column keeps its field, or gets that of the other. */
export function joinColumns(choices: ColumnChoices, column: number): ColumnChoices {
  const fieldsOf = (one: number) => choices.mapping.columns.filter((mapped) => mapped.column === one);
  const [kept] = [...fieldsOf(column), ...fieldsOf(column + 1)];
  const others = choices.mapping.columns.filter((one) => one.column !== column && one.column !== column + 1);
  const columns = kept === undefined ? others : [...others, { column, field: kept.field }];
  const mapping = withSettings(choices.mapping, { columns });
  const cuts = choices.cuts.toSpliced(column, 1);
  return withColumns(withChoices(choices, { cuts, mapping }), { from: column + 1, by: -1 });
}

function withColumns(choices: ColumnChoices, { from, by }: { from: number; by: 1 | -1 }): ColumnChoices {
  const columns = choices.mapping.columns
    .map(({ column, field }) => ({ column: column >= from ? column + by : column, field }))
    .toSorted((one, other) => one.column - other.column);
  const columnCount = choices.mapping.columnCount + by;
  return withChoices(choices, { mapping: withSettings(choices.mapping, { columns, columnCount }) });
}

/** A field belongs to one column. @param field null: the column is not imported */
export function chooseField(choices: ColumnChoices, column: number, field: CsvField | null): ColumnChoices {
  const others = choices.mapping.columns.filter((one) => one.column !== column && one.field !== field);
  const columns = field === null ? others : [...others, { column, field }];
  columns.sort((one, other) => one.column - other.column);
  return withChoices(choices, { mapping: withSettings(choices.mapping, { columns }) });
}

export function ruleFor({ lines }: ColumnChoices, text: string): ColumnChoices['lines'][number] | undefined {
  const plain = text.trim().toLowerCase().replaceAll(/\d/g, '9');
  return lines.find(({ begins }) => begins !== '' && plain.startsWith(begins));
}
