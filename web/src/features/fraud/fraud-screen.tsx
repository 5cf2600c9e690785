import './fraud.css';
import type { AlertCounts } from '@clearwatch/contracts/alerts.dto';
import type { RuleQuality } from '@clearwatch/contracts/detection-policy.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { getAlertCounts } from '../../api/alerts-api.ts';
import { getDetectionQuality } from '../../api/detection-api.ts';
import { Panel, PanelEmpty, QueryStates, SkeletonLines, TableSkeleton } from '../../components/panel.tsx';
import { useColumnChoice } from '../../components/tables/column-chooser.tsx';
import { type Column, countColumn } from '../../components/tables/data-table.tsx';
import { QueryTable } from '../../components/tables/paged-list.tsx';
import { formatCount, formatPercent } from '../../lib/number-format.ts';
import { useUrlChoice } from '../../lib/use-url-state.ts';
import { CategoryCards, CategoryDetails } from './alert-category-cards.tsx';
import { AlertList } from './alert-list.tsx';
import { type AlertListState, alertListAddress, readAlertList } from './alert-list-state.ts';
import { FullAnalysisBar } from './full-analysis-bar.tsx';

const RULE_QUALITY_COLUMNS: Column<RuleQuality>[] = [
  {
    title: 'Rule',
    cell: ({ activityType }) => <span className="rule-name">{activityLabel(activityType)}</span>,
  },
  countColumn('Policy version', 'policyVersion'),
  countColumn('Alerts', 'alerts'),
  countColumn('Unreviewed', 'open'),
  countColumn('False positive', 'falsePositive'),
  countColumn('Explained', 'explained'),
  countColumn('Suspicious', 'suspicious'),
  countColumn('Escalated', 'escalated'),
  countColumn('No outcome', 'unstated'),
  {
    title: 'False-positive rate',
    numeric: true,
    definition: 'falsePositiveRate',
    cell: ({ falsePositiveRate }) =>
      falsePositiveRate === null ? (
        <span className="quiet" title="No alert has been reviewed with an outcome">
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
      note="Decisions by rule and policy version"
      className="panel-body-flush list-panel"
      actions={columns.chooser}
    >
      <QueryTable
        query={quality}
        skeleton={<TableSkeleton lines={5} height={28} />}
        failed="The detection quality could not be loaded."
        empty={<PanelEmpty text="No rule has raised an alert yet." />}
        caption="Alerts and decisions by rule"
        columns={columns.shown}
        rowKey={({ activityType, policyVersion }) => `${activityType} ${policyVersion}`}
      />
    </Panel>
  );
}

type Counter = { label: string; count: (counts: AlertCounts) => number; leadsTo: Partial<AlertListState> };

const COUNTERS: Counter[] = [
  { label: 'Total Alerts', count: ({ total }) => total, leadsTo: {} },
  { label: 'High Risk', count: ({ high }) => high, leadsTo: { tab: 'high' } },
  { label: 'Medium Risk', count: ({ medium }) => medium, leadsTo: { riskLevel: 'medium' } },
  { label: 'Unreviewed', count: ({ unreviewed }) => unreviewed, leadsTo: { tab: 'unreviewed' } },
  { label: 'Reviewed', count: ({ reviewed }) => reviewed, leadsTo: { reviewed: 'true' } },
];

function AlertCounters({ counts }: { counts: AlertCounts }) {
  const [here] = useSearchParams();
  return (
    <section className="alert-counters" aria-label="Alert counts">
      {COUNTERS.map(({ label, count, leadsTo }) => (
        <article key={label} className="panel alert-counter" aria-label={label}>
          <h2>
            <Link className="whole-card-link" to={alertListAddress(leadsTo, here)}>
              {label}
            </Link>
          </h2>
          <p className="alert-counter-figure figures">{formatCount(count(counts))}</p>
        </article>
      ))}
    </section>
  );
}

function CountsSkeleton() {
  return (
    <div className="screen-rows" data-testid="counts-skeleton">
      <div className="alert-counters">
        {[1, 2, 3, 4, 5].map((counter) => (
          <div key={counter} className="panel alert-counter">
            <SkeletonLines lines={2} height={20} />
          </div>
        ))}
      </div>
      <div className="category-cards">
        {[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((card) => (
          <div key={card} className="panel category-card">
            <SkeletonLines lines={3} height={30} />
          </div>
        ))}
      </div>
    </div>
  );
}

export default function FraudScreen() {
  const counts = useQuery(getAlertCounts());
  const [params] = useSearchParams();
  const [details, setDetails] = useUrlChoice('details', ['hidden', 'shown']);
  const showsDetails = details === 'shown';
  return (
    <div className="screen-rows fraud-screen">
      <FullAnalysisBar
        counts={counts.data}
        showsDetails={showsDetails}
        onToggleDetails={() => setDetails(showsDetails ? 'hidden' : 'shown')}
      />
      <QueryStates query={counts} skeleton={<CountsSkeleton />} failed="The counts could not be loaded.">
        {(known) => (
          <>
            <AlertCounters counts={known} />
            <CategoryCards counts={known} shown={readAlertList(params).category} />
            {showsDetails && <CategoryDetails counts={known} />}
          </>
        )}
      </QueryStates>
      <AlertList />
      <RuleQualityPanel />
    </div>
  );
}
