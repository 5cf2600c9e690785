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
import { DefinitionInfo } from '../definition-info.tsx';

export type SortOrder = 'asc' | 'desc';

/** How a list is sorted, by names that the server knows. */
export interface Sorting {
  sort: string;
  order: SortOrder;
}

/** A table that can be sorted: by what it is, and what a click on a heading does. */
export interface TableSorting extends Sorting {
  onSort: (sort: string) => void;
}

/** What a click on a column's heading makes of the order: the one that is sorted by turns round, another begins. */
export function nextSorting(current: Sorting, sort: string, first: SortOrder): Sorting {
  if (current.sort !== sort) return { sort, order: first };
  return { sort, order: current.order === 'asc' ? 'desc' : 'asc' };
}

interface Heading {
  title: string;
  /** Numbers stand to the right, in figures of one width. */
  numeric?: true;
  /** The server's name for the order by this column; without one it cannot be sorted by. */
  sort?: string;
  /** What the column's figure means, behind an icon. */
  definition?: DefinedMetric;
}

interface ColumnHeadingProps {
  heading: Heading;
  sorting: TableSorting | undefined;
}

/** The heading of a column: sorts by it where the list can be sorted, and says what its figure means. */
function ColumnHeading({ heading, sorting }: ColumnHeadingProps) {
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

/** More than these, and only those in sight are drawn. */
const LONG_TABLE_ROWS = 100;
/** Most screens never need it. */
const LongRows = lazy(async () => ({ default: (await import('./virtual-rows.tsx')).LongRows }));

/** Whether a table of so many things draws only what is in sight. */
export function isLongTable(count: number): boolean {
  return count > LONG_TABLE_ROWS;
}

interface TableBodyProps {
  /** What scrolls: it holds the table. */
  scroll: RefObject<HTMLElement | null>;
  isLong: boolean;
  count: number;
  /** How many columns there are. */
  columns: number;
  /** The row that has the keyboard. */
  current: number;
  row: (index: number, measure?: (row: HTMLTableRowElement | null) => void) => ReactNode;
}

/** The rows of a table: all of them, or of a long one those in sight. */
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

/** Names a row's place among all rows, drawn or not. */
const ROW_ATTRIBUTE = 'data-row';

interface RowNavigation {
  /** The row that the keyboard comes to. */
  current: number;
  /** The focus came to a row, by whatever way. */
  onReach: (index: number) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>, act: { index: number; open: () => void }) => void;
}

/**
 * The rows of a table by keyboard: up, down, home and end move, Enter opens. All rows together are one stop of the Tab key, so
 * that what stands below a long table is in reach.
 */
function useRowNavigation(ground: RefObject<HTMLElement | null>, count: number): RowNavigation {
  const [reached, setReached] = useState(0);
  const goTo = (index: number): void => {
    // At once: of a long table the row is drawn only now.
    flushSync(() => setReached(index));
    ground.current?.querySelector<HTMLElement>(`tr[${ROW_ATTRIBUTE}="${index}"]`)?.focus();
  };
  return {
    current: Math.max(0, Math.min(reached, count - 1)),
    onReach: setReached,
    onKeyDown: (event, { index, open }) => {
      // Only keys pressed on the row itself count: Enter on a button inside belongs to the button.
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
  /** Among all rows, from 0. */
  index: number;
  columns: readonly (Pick<Heading, 'title' | 'numeric'> & { cell: (row: Row) => ReactNode })[];
  keys: RowNavigation;
  onOpen: (() => void) | undefined;
  /** Of a long table, where not all rows are drawn: is told of the row. */
  measure: ((row: HTMLTableRowElement | null) => void) | undefined;
}

function TableRow<Row>({ row, index, columns, keys, onOpen, measure }: TableRowProps<Row>) {
  return (
    <tr
      ref={measure}
      data-index={measure && index}
      // The heading is the first.
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

/**
 * Not so: on what can be clicked by itself, in a menu or dialog that a cell has opened and that is drawn elsewhere, and
 * when words of the row were marked to be copied.
 */
function isRowClick({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  if (target.closest('a, button, input, label, summary') !== null) return false;
  return (window.getSelection()?.toString() ?? '') === '';
}

export interface Column<Row> extends Heading {
  cell: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> {
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

interface TwoLinesProps {
  className?: string;
  text: ReactNode;
  note: ReactNode;
}

/** A cell with a quiet second line. */
export function TwoLines({ className = 'two-lines', text, note }: TwoLinesProps) {
  return (
    <span className={className}>
      {text}
      <span className="quiet">{note}</span>
    </span>
  );
}
