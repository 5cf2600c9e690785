import type { KeyboardEvent, ReactNode } from 'react';
import { ColumnHeading, type Heading } from './column-heading.tsx';
import type { TableSorting } from './sorting.ts';
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

/** A plain dense table with a sticky header. Rows move with the up and down keys when they can be opened. */
export function DataTable<Row>({ caption, columns, rows, rowKey, onOpen, sorting }: DataTableProps<Row>) {
  return (
    // A region that scrolls must be reachable by keyboard to be scrolled by it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="data-table-scroll" aria-label={caption} tabIndex={0}>
      <table className="data-table">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <ColumnHeading key={column.title} heading={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              className={onOpen && 'openable'}
              tabIndex={onOpen && 0}
              onClick={onOpen && (() => onOpen(row))}
              onKeyDown={onOpen && ((event) => steerRow(event, () => onOpen(row)))}
            >
              {columns.map(({ title, cell, numeric }) => (
                <td key={title} className={numeric && 'numeric'}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Only keys pressed on the row itself count: Enter on a button inside belongs to the button. */
function steerRow(event: KeyboardEvent<HTMLTableRowElement>, open: () => void): void {
  if (event.target !== event.currentTarget) return;
  const row = event.currentTarget;
  if (event.key === 'Enter') open();
  else if (event.key === 'ArrowDown') focusRow(row.nextElementSibling);
  else if (event.key === 'ArrowUp') focusRow(row.previousElementSibling);
  else return;
  event.preventDefault();
}

function focusRow(row: Element | null): void {
  if (row instanceof HTMLElement) row.focus();
}
