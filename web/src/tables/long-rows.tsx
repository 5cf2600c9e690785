import { Fragment, type ReactNode, type RefObject } from 'react';
import { useRowsInSight } from './use-rows-in-sight.ts';
import { useSteadyColumns } from './use-steady-columns.ts';

interface LongRowsProps {
  /** What scrolls: it holds the table. */
  scroll: RefObject<HTMLElement | null>;
  count: number;
  /** How many columns there are. */
  columns: number;
  /** The row that has the keyboard. */
  current: number;
  row: (index: number, measure: (row: HTMLTableRowElement | null) => void) => ReactNode;
}

/** The rows of a long table that are in sight, and empty height in the place of the others. */
export function LongRows({ scroll, count, columns, current, row }: LongRowsProps) {
  const { rows, rest, measure } = useRowsInSight({ scroll, count, current });
  useSteadyColumns(scroll, columns);
  return (
    <tbody>
      {rows.map(({ index, gap }) => (
        <Fragment key={index}>
          {gap > 0 && <Gap height={gap} />}
          {row(index, measure)}
        </Fragment>
      ))}
      {rest > 0 && <Gap height={rest} />}
    </tbody>
  );
}

function Gap({ height }: { height: number }) {
  return <tr aria-hidden style={{ height }} />;
}
