import type { ExtractedTable, PrintedSum, TableRow } from '../layout/extracted-table.ts';
import type { ReadTables } from '../layout/read-tables.ts';
import { withInitials } from './lone-strokes.ts';
import { mergedCell, mergedGroup } from './merge-cells.ts';
import { type RowGroup, rowGroups, shareHeight } from './row-groups.ts';

/**
 * One reading out of two of the same pictures. What both say alike stands; where they differ, and where only one has seen
 * anything, nothing is certain: the first text stays, with no confidence and the other beside it.
 */
export function mergeReadings(one: ReadTables, other: ReadTables): ReadTables {
  const first = namesWritten(one);
  const second = namesWritten(other);
  const met = new Set<TableRow>();
  const tables = first.tables.map((table): ExtractedTable => {
    const same = second.tables.find(({ header }) => sameTexts(header, table.header));
    // Of a table with other columns its rows say only that there are rows.
    const others = same?.rows ?? second.tables.flatMap(({ rows }) => rows);
    const groups = rowGroups(
      table.rows,
      others.filter((row) => !met.has(row)),
    );
    const rows = groups.flatMap((group) => {
      if (group.first.length === 0 && same === undefined) return [];
      for (const row of group.second) met.add(row);
      return same === undefined ? unconfirmed(group) : mergedGroup(group);
    });
    return { ...table, rows, totals: mergedSums(table.totals, same?.totals ?? []) };
  });
  const rows = tables.flatMap((table) => table.rows);
  const onlySecond = second.tables.flatMap((table) => table.rows).filter((row) => !met.has(row));
  const controls = [
    ...(first.controls ?? []),
    ...(second.controls ?? []).filter(
      (control) => !(first.controls ?? []).some((other) => shareHeight(control, other)),
    ),
  ];
  return {
    ...first,
    ...(controls.length > 0 && { controls }),
    tables,
    unread: [
      // A line that one reading could not place is a row of the other.
      ...first.unread.filter(
        (line) => !rows.some((row) => line.box !== undefined && shareHeight(row, { ...line, box: line.box })),
      ),
      ...onlySecond.map(({ page, box, cells }) => ({
        page,
        box,
        text: cells.map(({ text }) => text).join(' '),
      })),
    ],
  };
}

const namesWritten = (reading: ReadTables): ReadTables => ({
  ...reading,
  tables: reading.tables.map((table) => ({
    ...table,
    rows: table.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell, column) => ({
        ...cell,
        text: withInitials(cell.text, table.header[column] ?? ''),
      })),
    })),
  })),
});

const unconfirmed = ({ first }: RowGroup): TableRow[] =>
  first.map((row) => ({ ...row, cells: row.cells.map((cell) => mergedCell(cell, undefined)) }));

function mergedSums(first: readonly PrintedSum[], second: readonly PrintedSum[]): PrintedSum[] {
  const isSame = (one: PrintedSum, other: PrintedSum): boolean =>
    one.column === other.column && shareHeight(one.place, other.place);
  return [
    ...first.map((sum): PrintedSum => {
      const other = second.find((candidate) => isSame(sum, candidate));
      return other === undefined || other.text === sum.text ? sum : { ...sum, alternatives: [other.text] };
    }),
    ...second.filter((sum) => !first.some((candidate) => isSame(candidate, sum))),
  ];
}

const sameTexts = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, index) => text === other[index]);
