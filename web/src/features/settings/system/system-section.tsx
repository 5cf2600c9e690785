import { ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { getSystemStatus } from '../../../api/system.ts';
import { formatExactTime, formatTimeOfDay } from '../../../formats/dates.ts';
import { Panel } from '../../../panels/panel.tsx';
import { QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { ConnectionTest } from './connection-test.tsx';
import { FailedWork } from './failed-work/failed-work.tsx';
import { ProcessTable } from './process-table.tsx';
import { QueueTable } from './queue-table.tsx';
import { SystemFacts } from './system-facts.tsx';
import { SystemParts } from './system-parts.tsx';
import { SystemTroubles } from './system-troubles.tsx';
import './system.css';

/** Whether everything works, asked of the parts themselves; what is wrong, and what helps. */
export function SystemSection({ isShown }: { isShown: boolean }) {
  const status = useQuery(getSystemStatus({ isWatched: isShown }));
  const { data } = status;
  return (
    <>
      <Panel
        title="System status"
        badges={
          data && (
            <span className="quiet" title={formatExactTime(data.askedAt)}>
              As of {formatTimeOfDay(data.askedAt)}
            </span>
          )
        }
        actions={
          <>
            <Button
              icon={<ReloadOutlined aria-hidden spin={status.isFetching} />}
              onClick={() => void status.refetch()}
            >
              Refresh
            </Button>
            <ConnectionTest />
          </>
        }
      >
        <QueryStates
          query={status}
          skeleton={<SkeletonLines lines={6} height={28} />}
          failed="The status of the system could not be asked."
        >
          {(system) => (
            <div className="system-status">
              <SystemTroubles system={system} />
              <SystemParts parts={system.parts} />
              <SystemFacts system={system} />
            </div>
          )}
        </QueryStates>
      </Panel>
      {data?.details != null && (
        <>
          <ProcessTable processes={data.details.processes} askedAt={data.askedAt} />
          <QueueTable queues={data.details.queues} />
          <FailedWork />
        </>
      )}
    </>
  );
}
