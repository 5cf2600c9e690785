import type { Block } from '@clearwatch/contracts/ai-reports';
import { useId } from 'react';
import { Spans } from './spans.tsx';

type Table = Extract<Block, { kind: 'table' }>;

/** A table of a report, its caption above it. */
export function ReportTable({ table: { caption, columns, rows } }: { table: Table }) {
  const id = useId();
  return (
    <figure className="report-figure">
      {caption !== '' && <figcaption id={id}>{caption}</figcaption>}
      {/* What scrolls must be reachable by keyboard. A group, no landmark: two tables of a report may bear one caption. */}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex */}
      <div role="group" className="report-table-scroll" aria-label={caption || 'Table'} tabIndex={0}>
        <table className="data-table" aria-labelledby={caption === '' ? undefined : id}>
          <thead>
            <tr>
              {columns.map(({ label, align }, at) => (
                // Two columns may be called the same: "Change" of what went out, and of what came in.
                // oxlint-disable-next-line react/no-array-index-key
                <th key={at} scope="col" className={align === 'right' ? 'numeric' : undefined}>
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
      </div>
    </figure>
  );
}
