import type { FailedJob } from '@clearwatch/contracts/system-status.dto';
import { Button } from 'antd';
import { formatCount } from '../../../../formats/count.ts';
import { formatDateTime } from '../../../../formats/dates.ts';
import type { Column } from '../../../../tables/data-table.tsx';

interface FailedJobColumnsProps {
  isBusy: boolean;
  onRetry: (job: FailedJob) => void;
  onDiscard: (job: FailedJob) => void;
}

/** What is said of each failed job, and what can be done about it. */
export function failedJobColumns({ isBusy, onRetry, onDiscard }: FailedJobColumnsProps): Column<FailedJob>[] {
  return [
    {
      title: 'Work',
      cell: ({ title, id }) => (
        <span className="version-saved">
          {title}
          <span className="quiet figures">{id}</span>
        </span>
      ),
    },
    { title: 'Reason', cell: ({ reason }) => <span className="reason-words">{reason}</span> },
    { title: 'Tries', numeric: true, cell: ({ attempts }) => formatCount(attempts) },
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
