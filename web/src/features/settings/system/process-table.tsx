import type { SystemProcess } from '@clearwatch/contracts/system-status.dto';
import { formatDateTime } from '../../../formats/dates.ts';
import { Panel } from '../../../panels/panel.tsx';
import { type Column, DataTable } from '../../../tables/data-table.tsx';
import { uptimeWords } from './uptime-words.ts';

const ROLES: Readonly<Record<string, string>> = {
  api: 'Answers requests',
  worker: 'Works on queues',
  all: 'Answers requests and works on queues',
};
const NO_ANSWER = <span className="quiet">No answer</span>;

interface ProcessTableProps {
  processes: SystemProcess[];
  askedAt: string;
}

/** What runs, in which version and for how long. */
export function ProcessTable({ processes, askedAt }: ProcessTableProps) {
  return (
    <Panel title="Services" className="panel-body-flush">
      <DataTable
        caption="Processes of the services"
        columns={columnsAsOf(askedAt)}
        rows={processes}
        rowKey={({ name }) => name}
      />
    </Panel>
  );
}

function columnsAsOf(askedAt: string): Column<SystemProcess>[] {
  return [
    { title: 'Service', cell: ({ name }) => name },
    { title: 'Does', cell: ({ role }) => (role === null ? NO_ANSWER : (ROLES[role] ?? role)) },
    { title: 'Version', cell: ({ version }) => <span className="figures">{version ?? '—'}</span> },
    {
      title: 'Up for',
      cell: ({ startedAt }) =>
        startedAt === null ? (
          '—'
        ) : (
          <span className="figures" title={`Since ${formatDateTime(startedAt)}`}>
            {uptimeWords(startedAt, askedAt)}
          </span>
        ),
    },
  ];
}
