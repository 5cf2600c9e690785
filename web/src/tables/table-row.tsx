import type { MouseEvent, ReactNode } from 'react';
import type { Heading } from './column-heading.tsx';
import { ROW_ATTRIBUTE, type RowKeys } from './use-row-keys.ts';

interface TableRowProps<Row> {
  row: Row;
  /** Among all rows, from 0. */
  index: number;
  columns: readonly (Pick<Heading, 'title' | 'numeric'> & { cell: (row: Row) => ReactNode })[];
  keys: RowKeys;
  onOpen: (() => void) | undefined;
  /** Of a long table, where not all rows are drawn: is told of the row. */
  measure: ((row: HTMLTableRowElement | null) => void) | undefined;
}

export function TableRow<Row>({ row, index, columns, keys, onOpen, measure }: TableRowProps<Row>) {
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
        onClick: (event: MouseEvent<HTMLTableRowElement>) => isForTheRow(event) && onOpen(),
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
function isForTheRow({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false;
  if (target.closest('a, button, input, label, summary') !== null) return false;
  return (window.getSelection()?.toString() ?? '') === '';
}
