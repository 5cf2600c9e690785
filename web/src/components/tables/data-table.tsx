import './tables.css';
import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import type { DefinedMetric } from '@clearwatch/domain/metric-definitions';
import { type KeyboardEvent, lazy, type MouseEvent, type ReactNode, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { actionForKey, keyName, TABLE_SHORTCUTS } from '../../lib/keyboard-shortcuts.ts';
import { formatCount, formatMoney } from '../../lib/number-format.ts';
import { DefinitionInfo } from '../definition-info.tsx';

export type SortOrder = 'asc' | 'desc';

export interface Sorting {
  sort: string;
  order: SortOrder;
}

export interface TableSorting extends Sorting {
  onSort: (sort: string) => void;
}

export function nextSorting(current: Sorting, sort: string, first: SortOrder): Sorting {
  if (current.sort !== sort) return { sort, order: first };
  return { sort, order: current.order === 'asc' ? 'desc' : 'asc' };
}

interface Heading {
  title: string;
  hidesTitle?: true;
  numeric?: true;
  sort?: string;
  definition?: DefinedMetric;
}

function ColumnHeading({ heading, sorting }: { heading: Heading; sorting: TableSorting | undefined }) {
  const { title, hidesTitle, numeric, sort, definition } = heading;
  const isSorted = sorting !== undefined && sort !== undefined && sorting.sort === sort;
  const ariaSort = sorting?.order === 'asc' ? 'ascending' : 'descending';
  if (hidesTitle) {
    return (
      <th scope="col">
        <span className="visually-hidden">{title}</span>
      </th>
    );
  }
  return (
    <th scope="col" className={numeric && 'numeric'} aria-sort={isSorted ? ariaSort : undefined}>
      <span className="column-heading" data-title={title}>
        {sort === undefined || sorting === undefined ? (
          title
        ) : (
          <button type="button" className="sort-button" onClick={() => sorting.onSort(sort)}>
            {title}
            <SortArrow order={isSorted ? sorting.order : null} />
          </button>
        )}
        {definition !== undefined && <DefinitionInfo figure={definition} />}
      </span>
    </th>
  );
}

function SortArrow({ order }: { order: TableSorting['order'] | null }) {
  if (order === 'asc') return <ArrowUpOutlined className="sort-arrow" aria-hidden />;
  return <ArrowDownOutlined className={`sort-arrow ${order === null ? 'sort-arrow-none' : ''}`} aria-hidden />;
}

/** Tables with more rows render only visible rows. */
const LONG_TABLE_ROWS = 100;
/** Loaded on demand: most screens never need it. */
const LongRows = lazy(async () => ({ default: (await import('./virtual-rows.tsx')).LongRows }));

const ROW_ATTRIBUTE = 'data-row';

type RowMeasure = (row: HTMLTableRowElement | null) => void;

function targetIndex(action: Exclude<keyof typeof TABLE_SHORTCUTS, 'open'>, at: number, last: number): number {
  return { next: Math.min(at + 1, last), previous: Math.max(at - 1, 0), first: 0, last }[action];
}

/** Excludes clicks on controls and in popups, and text selection. */
function isRowClick({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  if (target.closest('a, button, input, label, summary') !== null) return false;
  return (window.getSelection()?.toString() ?? '') === '';
}

export interface Column<Row> extends Heading {
  cell: (row: Row) => ReactNode;
}

/** A column of decimal strings, formatted as dollars. */
export function moneyColumn<Key extends string>(
  title: string,
  key: Key,
  more: Partial<Heading> = {},
): Column<Record<Key, string>> {
  return { title, numeric: true, ...more, cell: (row) => formatMoney(row[key]) };
}

export function countColumn<Key extends string>(
  title: string,
  key: Key,
  more: Partial<Heading> = {},
): Column<Record<Key, number>> {
  return { title, numeric: true, ...more, cell: (row) => formatCount(row[key]) };
}

export interface DataTableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string | number;
  onOpen?: (row: Row) => void;
  sorting?: TableSorting;
  /** Content that spans all columns; undefined: an ordinary row. */
  wideCell?: (row: Row) => ReactNode;
}

/** All rows share one tab stop, so that the content after a long table stays reachable. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, rowKey, onOpen, sorting, wideCell } = props;
  const scroll = useRef<HTMLElement>(null);
  const [reached, setReached] = useState(0);
  const last = rows.length - 1;
  const current = Math.max(0, Math.min(reached, last));
  const press = (event: KeyboardEvent<HTMLElement>, index: number, open: () => void): void => {
    // Enter on a button inside the row belongs to the button.
    if (event.target !== event.currentTarget || event.altKey) return;
    const action = actionForKey(TABLE_SHORTCUTS, keyName(event))?.name;
    if (action === undefined) return;
    event.preventDefault();
    if (action === 'open') return open();
    const target = targetIndex(action, index, last);
    // Synchronous, because a long table renders the row only now.
    flushSync(() => setReached(target));
    scroll.current?.querySelector<HTMLElement>(`tr[${ROW_ATTRIBUTE}="${target}"]`)?.focus();
  };
  const renderRow = (index: number, measure?: RowMeasure): ReactNode => {
    const row = rows[index];
    if (row === undefined) return null;
    const wide = wideCell?.(row);
    return (
      <tr
        key={rowKey(row)}
        ref={measure}
        data-index={measure && index}
        // The header is row 1.
        aria-rowindex={measure && index + 2}
        {...{ [ROW_ATTRIBUTE]: index }}
        onFocus={() => setReached(index)}
        {...(onOpen && {
          className: 'openable',
          tabIndex: index === current ? 0 : -1,
          onClick: (event: MouseEvent<HTMLTableRowElement>) => isRowClick(event) && onOpen(row),
          onKeyDown: (event) => press(event, index, () => onOpen(row)),
        })}
      >
        {wide === undefined ? (
          columns.map(({ title, cell, numeric }) => (
            <td key={title} className={numeric && 'numeric'}>
              {cell(row)}
            </td>
          ))
        ) : (
          <td colSpan={columns.length} className="wide-cell">
            {wide}
          </td>
        )}
      </tr>
    );
  };
  const firstRows = (most: number): ReactNode => (
    <tbody>{Array.from({ length: Math.min(rows.length, most) }, (_, index) => renderRow(index))}</tbody>
  );
  const isLong = rows.filter((row) => wideCell?.(row) === undefined).length > LONG_TABLE_ROWS;
  return (
    // A scrolling region must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="data-table-scroll" aria-label={caption} tabIndex={0} ref={scroll}>
      <table className="data-table" aria-rowcount={isLong ? rows.length + 1 : undefined}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr aria-rowindex={isLong ? 1 : undefined}>
            {columns.map((column) => (
              <ColumnHeading key={column.title} heading={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        {isLong ? (
          <Suspense fallback={firstRows(LONG_TABLE_ROWS)}>
            <LongRows scroll={scroll} count={rows.length} columns={columns.length} current={current} row={renderRow} />
          </Suspense>
        ) : (
          firstRows(rows.length)
        )}
      </table>
    </section>
  );
}

type TwoLinesProps = { className?: string; text: ReactNode; note: ReactNode };

export function TwoLines({ className = 'two-lines', text, note }: TwoLinesProps) {
  return (
    <span className={className}>
      {text}
      <span className="quiet">{note}</span>
    </span>
  );
}
