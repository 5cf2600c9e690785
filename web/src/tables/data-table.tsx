import { type ReactNode, useRef } from 'react';
import { ColumnHeading, type Heading } from './column-heading.tsx';
import type { TableSorting } from './sorting.ts';
import { isLong, TableBody } from './table-body.tsx';
import { TableRow } from './table-row.tsx';
import { useRowKeys } from './use-row-keys.ts';
import './data-table.css';

export interface Column<Row> extends Heading {
  cell: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** What the table holds, for screen readers. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  /** Opens the detail of a row: by click, or by Enter on the row reached with the arrow keys. */
  onOpen?: (row: Row) => void;
  /** How the rows are sorted, where they can be. */
  sorting?: TableSorting;
}

/** A plain dense table with a sticky header. Its rows are one stop of the keyboard, which goes on by the arrow keys. */
export function DataTable<Row>({ caption, columns, rows, rowKey, onOpen, sorting }: DataTableProps<Row>) {
  const scroll = useRef<HTMLElement>(null);
  const keys = useRowKeys(scroll, rows.length);
  const row = (index: number, measure?: (row: HTMLTableRowElement | null) => void): ReactNode => {
    const shown = rows[index];
    if (shown === undefined) return null;
    return (
      <TableRow
        key={rowKey(shown)}
        index={index}
        row={shown}
        columns={columns}
        keys={keys}
        onOpen={onOpen && (() => onOpen(shown))}
        measure={measure}
      />
    );
  };
  const isLongOne = isLong(rows.length);
  return (
    // A region that scrolls must be reachable by keyboard to be scrolled by it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="data-table-scroll" aria-label={caption} tabIndex={0} ref={scroll}>
      <table className="data-table" aria-rowcount={isLongOne ? rows.length + 1 : undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr aria-rowindex={isLongOne ? 1 : undefined}>
            {columns.map((column) => (
              <ColumnHeading key={column.title} heading={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <TableBody
          scroll={scroll}
          isLong={isLongOne}
          count={rows.length}
          columns={columns.length}
          current={keys.current}
          row={row}
        />
      </table>
    </section>
  );
}
