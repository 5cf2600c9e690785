import type { BacktestRow } from '@clearwatch/contracts/detection-policy.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { useState } from 'react';
import { formatCount, formatCounted } from '../../../formats/count.ts';
import { PanelEmpty } from '../../../panels/panel-states.tsx';
import { type Column, DataTable } from '../../../tables/data-table.tsx';
import { useColumnChoice } from '../../../tables/use-column-choice.tsx';
import type { TryoutSum } from './tryout-words.ts';

/** Stands for the sum of all rules. */
const ALL = 'all_rules';

const figure = (title: string, name: keyof TryoutSum): Column<BacktestRow> => ({
  title,
  numeric: true,
  cell: (row) => (row[name] === 0 ? <span className="quiet">0</span> : formatCount(row[name])),
});

const COLUMNS: Column<BacktestRow>[] = [
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

/** Rule by rule, those that change most first. What finds the same stands behind a button, what finds nothing nowhere. */
export function TryoutTable({ rows, sum }: { rows: BacktestRow[]; sum: TryoutSum }) {
  const [showsSame, setShowsSame] = useState(false);
  const columns = useColumnChoice('tryout', COLUMNS);
  const found = rows.filter(({ now, candidate }) => now + candidate > 0);
  const changed = found
    .filter((row) => changeOf(row) > 0)
    .toSorted((one, other) => changeOf(other) - changeOf(one));
  const same = found.filter((row) => changeOf(row) === 0);
  if (found.length === 0) return <PanelEmpty text="Neither policy finds anything in the history." />;
  return (
    <>
      <div className="tryout-columns">{columns.chooser}</div>
      <DataTable
        caption="Alerts per rule now and with the candidate"
        columns={columns.shown}
        rows={[...changed, ...(showsSame ? same : []), { activityType: ALL, ...sum }]}
        rowKey={({ activityType }) => activityType}
      />
      {same.length > 0 && !showsSame && (
        <div className="tryout-same">
          <button type="button" className="link-button" onClick={() => setShowsSame(true)}>
            {formatCounted(same.length, 'rule finds', 'rules find')} the same
          </button>
        </div>
      )}
    </>
  );
}

function changeOf({ gained, lost }: BacktestRow): number {
  return gained + lost;
}
