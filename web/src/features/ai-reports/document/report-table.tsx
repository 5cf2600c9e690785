import type { Block } from '@clearwatch/contracts/reports/report-document';
import { useId } from 'react';
import { Spans } from './spans.tsx';

type Table = Extract<Block, { kind: 'table' }>;

/** A table of a report, its caption above it. */
export function ReportTable({ table: { caption, columns, rows } }: { table: Table }) {
  const id = useId();
  return (
    <figure className="report-figure">
      {caption !== '' && <figcaption id={id}>{caption}</figcaption>}
      {/* A region that scrolls must be reachable by keyboard to be scrolled by it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <section className="report-table-scroll" aria-label={caption || 'Table'} tabIndex={0}>
        <table className="data-table" aria-labelledby={caption === '' ? undefined : id}>
          <thead>
            <tr>
              {columns.map(({ label, align }) => (
                <th key={label} scope="col" className={align === 'right' ? 'numeric' : undefined}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              // The rows of a stored table never change their places.
              // oxlint-disable-next-line react/no-array-index-key
              <tr key={at}>
                {row.map((cell, column) => (
                  // oxlint-disable-next-line react/no-array-index-key
                  <td key={column} className={columns[column]?.align === 'right' ? 'numeric' : undefined}>
                    <Spans spans={[cell]} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </figure>
  );
}
