import { CheckCircleOutlined, DiffOutlined } from '@ant-design/icons';
import type { ReplayDifference } from '@clearwatch/contracts/alerts.dto';
import { useEffect, useRef } from 'react';
import { formatDateTime } from '../../../formats/dates.ts';
import { type Column, DataTable } from '../../../tables/data-table.tsx';
import { useLastReplay } from './use-replay.ts';

const COLUMNS: Column<ReplayDifference>[] = [
  { title: 'What', cell: ({ what }) => what },
  { title: 'When it was raised', cell: ({ was }) => was ?? '—' },
  { title: 'Computed again', cell: ({ is }) => is ?? '—' },
];

/** Whether the alert, computed again, is the one that was raised; else what is different. Nothing before it was asked for. */
export function ReplayResult({ alertId }: { alertId: number }) {
  const replay = useLastReplay(alertId);
  const result = useRef<HTMLElement>(null);
  // Asked for from further down, it must not come in unseen.
  useEffect(() => {
    if (replay !== undefined) result.current?.scrollIntoView({ block: 'nearest' });
  }, [replay]);
  if (replay === undefined) return null;
  const { identical, summary, differences, replayedAt } = replay;
  return (
    <section className="replay-result" aria-label="Computed again" ref={result}>
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
