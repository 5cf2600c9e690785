import type { SystemQueue } from '@clearwatch/contracts/system-status.dto';
import { formatCount } from '../../../formats/count.ts';
import { Panel } from '../../../panels/panel.tsx';
import { type Column, DataTable } from '../../../tables/data-table.tsx';

const count = (of: (queue: SystemQueue) => number) => (queue: SystemQueue) => formatCount(of(queue));

const COLUMNS: Column<SystemQueue>[] = [
  { title: 'Work', cell: ({ title }) => title },
  { title: 'Waiting', numeric: true, cell: count(({ waiting }) => waiting) },
  { title: 'Active', numeric: true, cell: count(({ active }) => active) },
  {
    title: 'Failed',
    numeric: true,
    cell: ({ failed }) =>
      failed === 0 ? '0' : <strong className="problem-mark">{formatCount(failed)}</strong>,
  },
  {
    title: 'Workers',
    numeric: true,
    cell: ({ workers }) =>
      workers === 0 ? <strong className="problem-mark">None</strong> : formatCount(workers),
  },
];

/** How much work lies on each queue. Failed work stays listed for a month. */
export function QueueTable({ queues }: { queues: SystemQueue[] | null }) {
  return (
    <Panel
      title="Work queues"
      badges={<span className="quiet">Failed work is listed for a month.</span>}
      className="panel-body-flush"
    >
      {queues === null ? (
        <p className="system-no-answer quiet">The queues do not answer.</p>
      ) : (
        <DataTable caption="Work by queue" columns={COLUMNS} rows={queues} rowKey={({ name }) => name} />
      )}
    </Panel>
  );
}
