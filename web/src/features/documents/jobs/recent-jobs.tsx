import type { ParseJob } from '@clearwatch/contracts/documents.dto';
import type { UseQueryResult } from '@tanstack/react-query';
import { Panel } from '../../../panels/panel.tsx';
import { PanelEmpty, QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { JobRow } from './job-row.tsx';

/** Documents of the last 24 hours, newest first, ten at most (spec section 2). */
export function RecentJobs({ jobs }: { jobs: UseQueryResult<ParseJob[]> }) {
  return (
    <Panel title="Recent parsed jobs" badges={<span className="quiet">last 24 hours</span>}>
      <QueryStates
        query={jobs}
        skeleton={<SkeletonLines lines={3} height={40} />}
        failed="The recent documents could not be loaded."
      >
        {(shown) =>
          shown.length === 0 ? (
            <PanelEmpty text="No documents in the last 24 hours. Choose some above." />
          ) : (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
            <ul className="job-list" aria-label="Recent documents" tabIndex={0}>
              {shown.map((job) => (
                <JobRow key={job.id} job={job} />
              ))}
            </ul>
          )
        }
      </QueryStates>
    </Panel>
  );
}
