import type { RuleQuality } from '@clearwatch/contracts/detection-policy.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { useQuery } from '@tanstack/react-query';
import { getDetectionQuality } from '../../api/detection-api.ts';
import { Panel, PanelEmpty, QueryStates, TableSkeleton } from '../../components/panel.tsx';
import { useColumnChoice } from '../../components/tables/column-chooser.tsx';
import { type Column, DataTable } from '../../components/tables/data-table.tsx';
import { formatCount, formatPercent } from '../../lib/number-format.ts';

const numberColumn = (title: string, figure: NumericQualityField): Column<RuleQuality> => ({
  title,
  numeric: true,
  cell: (row) => formatCount(row[figure]),
});
type NumericQualityField = Exclude<keyof RuleQuality, 'activityType' | 'falsePositiveRate'>;

const RULE_QUALITY_COLUMNS: Column<RuleQuality>[] = [
  {
    title: 'Rule',
    cell: ({ activityType }) => <span className="rule-name">{activityLabel(activityType)}</span>,
  },
  numberColumn('Policy version', 'policyVersion'),
  numberColumn('Alerts', 'alerts'),
  numberColumn('Unreviewed', 'open'),
  numberColumn('False positive', 'falsePositive'),
  numberColumn('Explained', 'explained'),
  numberColumn('Suspicious', 'suspicious'),
  numberColumn('Escalated', 'escalated'),
  numberColumn('No outcome', 'unstated'),
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

export function RuleQualityPanel() {
  const quality = useQuery(getDetectionQuality());
  const columns = useColumnChoice('detection-quality', RULE_QUALITY_COLUMNS);
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
        skeleton={<TableSkeleton lines={5} height={28} />}
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
