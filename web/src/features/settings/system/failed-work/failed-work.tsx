import type { FailedJob } from '@clearwatch/contracts/system-status.dto';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CHANGED_BY_JOBS, listFailedJobs, retryFailedJob } from '../../../../api/system.ts';
import { Panel } from '../../../../panels/panel.tsx';
import { QueryStates } from '../../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../../panels/skeleton-lines.tsx';
import { DataTable } from '../../../../tables/data-table.tsx';
import { useToldChange } from '../../../../toasts/use-told-change.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import { failedJobColumns } from './failed-job-columns.tsx';

/** Work that used up its tries, for a person to decide about. */
export function FailedWork() {
  const failed = useQuery(listFailedJobs());
  const [toDiscard, setToDiscard] = useState<FailedJob | null>(null);
  const retry = useToldChange(CHANGED_BY_JOBS, () => undefined);
  const columns = failedJobColumns({
    isBusy: retry.isPending,
    onRetry: (job) =>
      retry.mutate({
        call: () => retryFailedJob(job),
        done: { title: 'Trying again', description: `${job.id} has all its tries again.` },
        failed: 'The job could not be tried again.',
      }),
    onDiscard: setToDiscard,
  });
  return (
    <Panel
      title="Failed work"
      badges={<span className="quiet">Tried again only when somebody decides so.</span>}
      className="panel-body-flush"
    >
      <QueryStates
        query={failed}
        skeleton={<SkeletonLines lines={3} height={28} />}
        failed="The failed work could not be read."
      >
        {(jobs) =>
          jobs.length === 0 ? (
            <p className="system-no-answer quiet">Nothing has failed.</p>
          ) : (
            <DataTable
              caption="Failed jobs"
              columns={columns}
              rows={jobs}
              rowKey={({ queue, id }) => `${queue} ${id}`}
            />
          )
        }
      </QueryStates>
      {toDiscard !== null && <DiscardDialog job={toDiscard} onClose={() => setToDiscard(null)} />}
    </Panel>
  );
}
