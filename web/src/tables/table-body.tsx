import { lazy, type ReactNode, type RefObject, Suspense } from 'react';

/** More than these, and only those in sight are drawn. */
const LONG = 100;
/** Most screens never need it. */
const LongRows = lazy(async () => ({ default: (await import('./long-rows.tsx')).LongRows }));

/** Whether a table of so many things draws only what is in sight. */
export function isLong(count: number): boolean {
  return count > LONG;
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
    <Suspense fallback={all(LONG)}>
      <LongRows count={count} row={row} {...rest} />
    </Suspense>
  );
}
