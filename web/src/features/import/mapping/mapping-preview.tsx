import { CloseCircleOutlined } from '@ant-design/icons';
import type { CsvRowPreview, CsvTransactionPreview } from '@clearwatch/contracts/csv-mapping.dto';
import type { ReactNode } from 'react';
import { formatCount, formatCounted } from '../../../formats/count.ts';
import { formatDay } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import { PanelError } from '../../../panels/panel-states.tsx';
import { type Column, DataTable } from '../../../tables/data-table.tsx';

interface MappingPreviewProps {
  rows: CsvRowPreview[];
  /** Still by the mapping before the last change. */
  outdated: boolean;
  error: unknown;
  onRetry: () => void;
}

/** The first rows as they would be imported. */
export function MappingPreview({ rows, outdated, error, onRetry }: MappingPreviewProps) {
  const rejected = rows.filter(({ transaction }) => transaction === null).length;
  return (
    <section className="mapping-group mapping-first-rows" aria-label="First rows" aria-busy={outdated}>
      <h3>
        First rows, as they would be imported{' '}
        <output className={rejected > 0 ? 'import-failed' : 'quiet'}>
          {rejected === 0
            ? `all ${formatCounted(rows.length, 'row')} can be read`
            : `${formatCounted(rejected, 'row')} of ${formatCount(rows.length)} would be rejected`}
        </output>
      </h3>
      {error === null ? (
        <div className={outdated ? 'mapping-rows table-outdated' : 'mapping-rows'}>
          <DataTable
            caption="First rows of the file, as they would be imported"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ line }) => line}
          />
        </div>
      ) : (
        <PanelError what="The first rows could not be read." error={error} onRetry={onRetry} />
      )}
    </section>
  );
}

const COLUMNS: Column<CsvRowPreview>[] = [
  { title: 'Line', cell: ({ line }) => formatCount(line), numeric: true },
  {
    title: 'Day',
    cell: when(({ day }) => <span className="day">{day === null ? 'None' : formatDay(day)}</span>),
  },
  { title: 'Name', cell: when(({ name }) => name) },
  { title: 'Account', cell: when(({ accountNumber }) => accountNumber) },
  { title: 'Company', cell: when(({ company }) => company) },
  { title: 'Type', cell: when(({ transactionType }) => transactionType) },
  { title: 'Amount', cell: when(({ amount }) => formatMoney(amount)), numeric: true },
  {
    title: 'Result',
    cell: ({ transaction, problems }) =>
      transaction !== null ? (
        <span className="quiet">Would be imported</span>
      ) : (
        <ul className="mapping-problems import-failed">
          {problems.map((problem) => (
            <li key={problem}>
              <CloseCircleOutlined aria-hidden /> {problem}
            </li>
          ))}
        </ul>
      ),
  },
];

/** Empty for rows that would be rejected. */
function when(show: (transaction: CsvTransactionPreview) => ReactNode): (row: CsvRowPreview) => ReactNode {
  return ({ transaction }) => (transaction === null ? '' : show(transaction));
}
