import { CheckCircleOutlined, DiffOutlined } from '@ant-design/icons';
import type { AlertReplay, ReplayDifference } from '@clearwatch/contracts/alerts.dto';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { replayAlert } from '../../api/alerts-api.ts';
import { request } from '../../api/api-client.ts';
import { useDownload } from '../../components/file-download.ts';
import { type Column, DataTable } from '../../components/tables/data-table.tsx';
import { useToasts } from '../../components/toasts.tsx';
import { formatDateTime } from '../../lib/date-format.ts';

const replayKey = (alertId: number) => ['alert-replay', alertId] as const;

export function EvidenceActions({ alertId }: { alertId: number }) {
  const client = useQueryClient();
  const toasts = useToasts();
  const exporting = useDownload({
    ask: () => request(`/api/unusual-activities/${alertId}/evidence.pdf`),
    nameOf: () => `alert-${alertId}-evidence.pdf`,
    done: () => 'The evidence has been downloaded as PDF.',
    failed: 'The evidence could not be exported.',
  });
  // Every replay is audited, so nothing runs it automatically.
  const replaying = useMutation({
    mutationFn: () => replayAlert(alertId),
    onMutate: () => toasts.clear(),
    onSuccess: (replay) => client.setQueryData(replayKey(alertId), replay),
    onError: (error) => toasts.failed('Not Computed', error, 'The alert could not be computed again.'),
  });
  return (
    <section className="evidence-acts" aria-label="Evidence">
      <Button size="small" disabled={replaying.isPending} onClick={() => replaying.mutate()}>
        {replaying.isPending ? 'Computing...' : 'Compute again'}
      </Button>
      <Button size="small" disabled={exporting.isPending} onClick={() => exporting.mutate()}>
        {exporting.isPending ? 'Exporting...' : 'Export PDF'}
      </Button>
      <Button size="small" onClick={() => window.print()}>
        Print
      </Button>
    </section>
  );
}

const REPLAY_COLUMNS: Column<ReplayDifference>[] = [
  { title: 'What', cell: ({ what }) => what },
  { title: 'When it was raised', cell: ({ was }) => was ?? '—' },
  { title: 'Computed again', cell: ({ is }) => is ?? '—' },
];

export function ReplayResult({ alertId }: { alertId: number }) {
  const { data: replay } = useQuery<AlertReplay>({ queryKey: replayKey(alertId), queryFn: skipToken });
  const result = useRef<HTMLElement>(null);
  // The button is further down.
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
          columns={REPLAY_COLUMNS}
          rows={differences}
          rowKey={({ what, was, is }) => `${what} ${was} ${is}`}
        />
      )}
    </section>
  );
}
