import type { TryoutRow } from '@clearwatch/contracts/http/detection-policy';
import { formatCount } from '../../../formats/count.ts';
import { PanelEmpty } from '../../../panels/panel-states.tsx';
import { activityLabel } from '../../../risk/activity-label.ts';
import { type Column, DataTable } from '../../../tables/data-table.tsx';
import type { TryoutSum } from './tryout-words.ts';

/** Stands for the sum of all rules. */
const ALL = 'all_rules';

const figure = (title: string, name: keyof TryoutSum): Column<TryoutRow> => ({
  title,
  numeric: true,
  cell: (row) => (row[name] === 0 ? <span className="quiet">0</span> : formatCount(row[name])),
});

const COLUMNS: Column<TryoutRow>[] = [
  {
    title: 'Rule',
    cell: ({ activityType }) =>
      activityType === ALL ? <strong>All rules</strong> : activityLabel(activityType),
  },
  figure('Now', 'now'),
  figure('Candidate', 'candidate'),
  figure('Gained', 'gained'),
  figure('Lost', 'lost'),
  figure('Lost: suspicious or escalated', 'lostSuspicious'),
  figure('Lost: false positive or explained', 'lostFalsePositive'),
];

/** Rule by rule, those that change most first; rules without any alert in both are left out. */
export function TryoutTable({ rows, sum }: { rows: TryoutRow[]; sum: TryoutSum }) {
  const shown = rows
    .filter(({ now, candidate }) => now + candidate > 0)
    .toSorted((one, other) => other.gained + other.lost - (one.gained + one.lost));
  if (shown.length === 0) return <PanelEmpty text="Neither policy finds anything in the history." />;
  return (
    <DataTable
      caption="Alerts per rule now and with the candidate"
      columns={COLUMNS}
      rows={[...shown, { activityType: ALL, ...sum }]}
      rowKey={({ activityType }) => activityType}
    />
  );
}
