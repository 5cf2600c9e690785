import './tables.css';
import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import type { DefinedMetric } from '@clearwatch/domain/metric-definitions';
import {
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  Suspense,
  useRef,
  useState,
} from 'react';
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
  numeric?: true;
  sort?: string;
  definition?: DefinedMetric;
}

function ColumnHeading({ heading, sorting }: { heading: Heading; sorting: TableSorting | undefined }) {
  const { title, numeric, sort, definition } = heading;
  const isSorted = sorting !== undefined && sort !== undefined && sorting.sort === sort;
  const ariaSort = sorting?.order === 'asc' ? 'ascending' : 'descending';
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
  return (
    <ArrowDownOutlined className={`sort-arrow ${order === null ? 'sort-arrow-none' : ''}`} aria-hidden />
  );
}

/** Longer tables render only visible rows. */
const LONG_TABLE_ROWS = 100;
/** Most screens never need it. */
const LongRows = lazy(async () => ({ default: (await import('./virtual-rows.tsx')).LongRows }));

export function isLongTable(count: number): boolean {
  return count > LONG_TABLE_ROWS;
}

interface TableBodyProps {
  scroll: RefObject<HTMLElement | null>;
  isLong: boolean;
  count: number;
  columns: number;
  current: number;
  row: (index: number, measure?: (row: HTMLTableRowElement | null) => void) => ReactNode;
}

export function TableBody({ isLong: isLongOne, count, row, ...rest }: TableBodyProps) {
  const all = (most: number): ReactNode => (
    <tbody>{Array.from({ length: Math.min(count, most) }, (_, index) => row(index))}</tbody>
  );
  if (!isLongOne) return all(count);
  return (
    <Suspense fallback={all(LONG_TABLE_ROWS)}>
      <LongRows count={count} row={row} {...rest} />
    </Suspense>
  );
}

const ROW_ATTRIBUTE = 'data-row';

interface RowNavigation {
  current: number;
  onReach: (index: number) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>, act: { index: number; open: () => void }) => void;
}

/** All rows together are one Tab stop, so that what follows a long table stays reachable. */
function useRowNavigation(ground: RefObject<HTMLElement | null>, count: number): RowNavigation {
  const [reached, setReached] = useState(0);
  const goTo = (index: number): void => {
    // Synchronously: a long table renders the row only now.
    flushSync(() => setReached(index));
    ground.current?.querySelector<HTMLElement>(`tr[${ROW_ATTRIBUTE}="${index}"]`)?.focus();
  };
  return {
    current: Math.max(0, Math.min(reached, count - 1)),
    onReach: setReached,
    onKeyDown: (event, { index, open }) => {
      // Enter on a button inside the row belongs to the button.
      if (event.target !== event.currentTarget || event.altKey) return;
      const action = actionForKey(TABLE_SHORTCUTS, keyName(event))?.name;
      if (action === undefined) return;
      if (action === 'open') open();
      else goTo(targetOf(action, index, count));
      event.preventDefault();
    },
  };
}

function targetOf(
  action: Exclude<keyof typeof TABLE_SHORTCUTS, 'open'>,
  index: number,
  count: number,
): number {
  if (action === 'next') return Math.min(index + 1, count - 1);
  if (action === 'previous') return Math.max(index - 1, 0);
  return action === 'first' ? 0 : count - 1;
}

interface TableRowProps<Row> {
  row: Row;
  index: number;
  columns: readonly (Pick<Heading, 'title' | 'numeric'> & { cell: (row: Row) => ReactNode })[];
  keys: RowNavigation;
  onOpen: (() => void) | undefined;
  measure: ((row: HTMLTableRowElement | null) => void) | undefined;
}

function TableRow<Row>({ row, index, columns, keys, onOpen, measure }: TableRowProps<Row>) {
  return (
    <tr
      ref={measure}
      data-index={measure && index}
      // The header is row 1.
      aria-rowindex={measure && index + 2}
      {...{ [ROW_ATTRIBUTE]: index }}
      {...(onOpen && {
        className: 'openable',
        tabIndex: index === keys.current ? 0 : -1,
        onFocus: () => keys.onReach(index),
        onClick: (event: MouseEvent<HTMLTableRowElement>) => isRowClick(event) && onOpen(),
        onKeyDown: (event) => keys.onKeyDown(event, { index, open: onOpen }),
      })}
    >
      {columns.map(({ title, cell, numeric }) => (
        <td key={title} className={numeric && 'numeric'}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

/** Not on controls, not in popups opened by a cell, and not after selecting text. */
function isRowClick({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  if (target.closest('a, button, input, label, summary') !== null) return false;
  return (window.getSelection()?.toString() ?? '') === '';
}

export interface Column<Row> extends Heading {
  cell: (row: Row) => ReactNode;
}

/** A column of decimal text as dollars. */
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
}

export function DataTable<Row>({ caption, columns, rows, rowKey, onOpen, sorting }: DataTableProps<Row>) {
  const scroll = useRef<HTMLElement>(null);
  const keys = useRowNavigation(scroll, rows.length);
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
  const isLongOne = isLongTable(rows.length);
  return (
    // A scrolling region must be reachable by keyboard.
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
