import type { ReactNode } from 'react';
import { ColumnChooser } from './column-chooser.tsx';
import type { Column } from './data-table.tsx';
import { useHiddenColumns } from './use-hidden-columns.ts';

interface ColumnChoice<Row> {
  shown: Column<Row>[];
  /** Titles. */
  hidden: readonly string[];
  hide: (titles: string[]) => void;
  chooser: ReactNode;
}

/**
 * Lets the reader of a table choose its columns; what names a row, the first one, always stays.
 *
 * @param table the name that the choice is kept under in this browser
 * @param usually titles of what is left out until the reader chooses
 */
export function useColumnChoice<Row>(
  table: string,
  columns: Column<Row>[],
  usually: readonly string[] = [],
): ColumnChoice<Row> {
  const { hidden, hide } = useHiddenColumns(table, usually);
  const titles = columns.slice(1).map(({ title }) => title);
  return {
    shown: columns.filter(({ title }, at) => at === 0 || !hidden.includes(title)),
    hidden,
    hide,
    chooser: <ColumnChooser titles={titles} hidden={hidden} onHide={hide} />,
  };
}
