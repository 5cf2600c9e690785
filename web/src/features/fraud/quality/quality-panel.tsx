import type { RuleQuality } from '@clearwatch/contracts/detection-policy.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { useQuery } from '@tanstack/react-query';
import { getDetectionQuality } from '../../../api/get-detection-quality.ts';
import { formatCount } from '../../../formats/count.ts';
import { formatPercent } from '../../../formats/percent.ts';
import { Panel } from '../../../panels/panel.tsx';
import { PanelEmpty, QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import { type Column, DataTable } from '../../../tables/data-table.tsx';
import { useColumnChoice } from '../../../tables/use-column-choice.tsx';
import './quality.css';

const number = (title: string, figure: NumberOf): Column<RuleQuality> => ({
  title,
  numeric: true,
  cell: (row) => formatCount(row[figure]),
});
type NumberOf = Exclude<keyof RuleQuality, 'activityType' | 'falsePositiveRate'>;

const COLUMNS: Column<RuleQuality>[] = [
  {
    title: 'Rule',
    cell: ({ activityType }) => <span className="rule-name">{activityLabel(activityType)}</span>,
  },
  number('Policy version', 'policyVersion'),
  number('Alerts', 'alerts'),
  number('Unreviewed', 'open'),
  number('False positive', 'falsePositive'),
  number('Explained', 'explained'),
  number('Suspicious', 'suspicious'),
  number('Escalated', 'escalated'),
  number('No outcome', 'unstated'),
  {
    title: 'False-positive rate',
    numeric: true,
    definition: 'falsePositiveRate',
    cell: ({ falsePositiveRate }) =>
      falsePositiveRate === null ? (
        <span className="quiet" title="None has been reviewed with an outcome yet">
          —
        </span>
      ) : (
        formatPercent(Number(falsePositiveRate))
      ),
  },
];

/** How well each rule tells the unusual from the ordinary, judged by what analysts found. */
export function QualityPanel() {
  const quality = useQuery(getDetectionQuality());
  const columns = useColumnChoice('detection-quality', COLUMNS);
  return (
    <Panel
      id="detection-quality"
      title="Detection quality"
      badges={<span className="quiet">by rule and policy version, as analysts decided</span>}
      className="panel-body-flush list-panel"
      actions={columns.chooser}
    >
      <QueryStates
        query={quality}
        skeleton={
          <div className="table-skeleton">
            <SkeletonLines lines={5} height={28} />
          </div>
        }
        failed="The quality of the rules could not be loaded."
      >
        {(rows) =>
          rows.length === 0 ? (
            <PanelEmpty text="No rule has raised an alert yet, so there is nothing to judge it by." />
          ) : (
            <DataTable
              caption="Rules and what became of their alerts"
              columns={columns.shown}
              rows={rows}
              rowKey={({ activityType, policyVersion }) => `${activityType} ${policyVersion}`}
            />
          )
        }
      </QueryStates>
    </Panel>
  );
}
