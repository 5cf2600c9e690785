import { CheckCircleOutlined, DiffOutlined } from '@ant-design/icons';
import type { AlertReplay, ReplayDifference } from '@clearwatch/contracts/http/alert-replay';
import { formatDateTime } from '../../../formats/dates.ts';
import { type Column, DataTable } from '../../../tables/data-table.tsx';

const COLUMNS: Column<ReplayDifference>[] = [
  { title: 'What', cell: ({ what }) => what },
  { title: 'When it was raised', cell: ({ was }) => was ?? '—' },
  { title: 'Computed again', cell: ({ is }) => is ?? '—' },
];

/** Whether the alert, computed again, is the one that was raised; else what is different. */
export function ReplayResult({ replay }: { replay: AlertReplay }) {
  const { identical, summary, differences, replayedAt } = replay;
  return (
    <section className="replay-result" aria-label="Computed again">
      <output>
        {identical ? <CheckCircleOutlined aria-hidden /> : <DiffOutlined aria-hidden />}{' '}
        <strong>{identical ? 'Identical' : 'Not the same'}</strong>{' '}
        <span className="quiet">computed again {formatDateTime(replayedAt)}</span>
      </output>
      <p>{summary}</p>
      {differences.length > 0 && (
        <DataTable
          caption="What came out otherwise"
          columns={COLUMNS}
          rows={differences}
          rowKey={({ what, was, is }) => `${what} ${was} ${is}`}
        />
      )}
    </section>
  );
}
