import type { FailedJob, SystemQueue } from '@clearwatch/contracts/system-status.dto';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { discardFailedJob, FAILED_JOB_QUERIES, listFailedJobs, retryFailedJob } from '../../api/system-api.ts';
import { ConfirmChangeDialog } from '../../components/confirm-dialog.tsx';
import { Panel } from '../../components/panel.tsx';
import { type Column, DataTable, TwoLines } from '../../components/tables/data-table.tsx';
import { QueryTable } from '../../components/tables/paged-list.tsx';
import { useChangeWithToast } from '../../components/use-change-with-toast.ts';
import { formatDateTime } from '../../lib/date-format.ts';
import { formatCount } from '../../lib/number-format.ts';

function DiscardJobDialog({ job, onClose }: { job: FailedJob; onClose: () => void }) {
  return (
    <ConfirmChangeDialog
      question={{
        title: 'Discard failed job',
        text: `${job.id} will be removed from the list. If its work still needs to be done, a new job is queued within seconds.`,
        verb: 'Discard',
        busyVerb: 'Discarding...',
        danger: true,
      }}
      change={{
        call: () => discardFailedJob(job),
        done: { title: 'Job Discarded', description: `${job.id} was removed from the list.` },
        failed: 'The job could not be discarded.',
      }}
      outdated={FAILED_JOB_QUERIES}
      onClose={onClose}
    />
  );
}

interface FailedJobActions {
  isBusy: boolean;
  onRetry: (job: FailedJob) => void;
  onDiscard: (job: FailedJob) => void;
}

function failedJobColumns({ isBusy, onRetry, onDiscard }: FailedJobActions): Column<FailedJob>[] {
  return [
    {
      title: 'Task',
      cell: ({ title, id }) => <TwoLines text={title} note={<span className="figures">{id}</span>} />,
    },
    { title: 'Reason', cell: ({ reason }) => <span className="reason-words">{reason}</span> },
    { title: 'Attempts', numeric: true, cell: ({ attempts }) => formatCount(attempts) },
    { title: 'Failed', cell: ({ failedAt }) => <span className="figures">{formatDateTime(failedAt)}</span> },
    {
      title: 'Actions',
      cell: (job) => (
        <span className="failed-job-acts">
          <Button size="small" disabled={isBusy} aria-label={`Retry ${job.id}`} onClick={() => onRetry(job)}>
            Retry
          </Button>
          <Button size="small" aria-label={`Discard ${job.id}`} onClick={() => onDiscard(job)}>
            Discard
          </Button>
        </span>
      ),
    },
  ];
}

export function FailedJobs() {
  const failed = useQuery(listFailedJobs());
  const [toDiscard, setToDiscard] = useState<FailedJob | null>(null);
  const retry = useChangeWithToast(FAILED_JOB_QUERIES, () => undefined);
  const columns = failedJobColumns({
    isBusy: retry.isPending,
    onRetry: (job) =>
      retry.mutate({
        call: () => retryFailedJob(job),
        done: { title: 'Job Retried', description: `${job.id} is queued again.` },
        failed: 'The job could not be retried.',
      }),
    onDiscard: setToDiscard,
  });
  return (
    <Panel title="Failed jobs" note="Failed jobs do not run again until an admin retries them." flush>
      <QueryTable
        query={failed}
        lines={3}
        failed="The failed jobs could not be loaded."
        empty={<p className="system-no-answer quiet">No failed jobs.</p>}
        caption="Failed jobs"
        columns={columns}
        rowKey={({ queue, id }) => `${queue} ${id}`}
      />
      {toDiscard !== null && <DiscardJobDialog job={toDiscard} onClose={() => setToDiscard(null)} />}
    </Panel>
  );
}

const QUEUE_COLUMNS: Column<SystemQueue>[] = [
  { title: 'Task', cell: ({ title }) => title },
  { title: 'Waiting', numeric: true, cell: ({ waiting }) => formatCount(waiting) },
  { title: 'Active', numeric: true, cell: ({ active }) => formatCount(active) },
  {
    title: 'Failed',
    numeric: true,
    cell: ({ failed }) => (failed === 0 ? '0' : <strong className="problem-mark">{formatCount(failed)}</strong>),
  },
  {
    title: 'Workers',
    numeric: true,
    cell: ({ workers }) => (workers === 0 ? <strong className="problem-mark">None</strong> : formatCount(workers)),
  },
];

export function QueueTable({ queues }: { queues: SystemQueue[] | null }) {
  return (
    <Panel title="Queues" note="Failed jobs are listed for a month." flush>
      {queues === null ? (
        <p className="system-no-answer quiet">The queues are not responding.</p>
      ) : (
        <DataTable caption="Jobs by queue" columns={QUEUE_COLUMNS} rows={queues} rowKey={({ name }) => name} />
      )}
    </Panel>
  );
}
