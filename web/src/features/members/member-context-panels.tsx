import type { MemberAlert, MemberComparison, MemberImport, MemberRow } from '@clearwatch/contracts/members.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { compareWithUsual, USUAL_COMPARED_DAYS } from '@clearwatch/domain/members/member-baseline';
import { parseCents } from '@clearwatch/domain/money/cents';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { getMemberOverview } from '../../api/members-api.ts';
import { DefinitionInfo } from '../../components/definition-info.tsx';
import { Panel, PanelSkeleton, QueryStates, TruncationNote } from '../../components/panel.tsx';
import { RiskBadge } from '../../components/risk-badges.tsx';
import { type Column, DataTable, moneyColumn } from '../../components/tables/data-table.tsx';
import { formatDateTime, formatDay, formatDaysInText } from '../../lib/date-format.ts';
import { formatCount, formatMoney, formatPercent, formatQuantity } from '../../lib/number-format.ts';
import { useListedAlerts, useOpenedAlert } from '../../lib/opened-alert.ts';
import { MemberFlowsPanel } from './member-flow-charts.tsx';

const COMPARISON_LABELS: Record<MemberComparison['what'], string> = {
  credits: 'Money in',
  debits: 'Money out',
  transactions: 'Transactions',
};

const VERDICT_LABELS = { below: 'below usual', about: 'about as usual', above: 'above usual' };

/** A transaction count can end in .5: the median of an even number of months. */
export const formatComparedFigure = (what: MemberComparison['what'], figure: string): string =>
  what === 'transactions' ? formatCount(Number(figure)) : formatMoney(figure);

export function formatComparison({ what, latest, ownMedian }: MemberComparison): string | null {
  if (ownMedian === null) return null;
  const scaled = what === 'transactions' ? Number : parseCents;
  const { percent, verdict } = compareWithUsual(scaled(latest), scaled(ownMedian));
  if (verdict === 'about' || percent === null) return VERDICT_LABELS[verdict];
  return `${formatPercent(Math.abs(percent))} ${VERDICT_LABELS[verdict]}`;
}

function MemberAlerts({ alerts, count }: { alerts: MemberAlert[]; count: number }) {
  const { open } = useOpenedAlert();
  useListedAlerts(alerts);
  return (
    <Panel title="Alerts" note={count > 0 && formatCount(count)} flush={alerts.length > 0}>
      {alerts.length === 0 ? (
        <p className="quiet plain-line">No unusual activities detected.</p>
      ) : (
        <>
          <DataTable
            caption="Alerts for the member"
            columns={alertColumns(open)}
            rows={alerts}
            rowKey={({ id }) => id}
            onOpen={({ id }) => open(id)}
          />
          <TruncationNote shown={alerts.length} total={count} className="table-note quiet" />
        </>
      )}
    </Panel>
  );
}

function alertColumns(open: (id: number) => void): Column<MemberAlert>[] {
  return [
    {
      title: 'Date',
      cell: ({ activityDate }) => <span className="member-day">{formatDay(activityDate)}</span>,
    },
    {
      title: 'Activity Type',
      cell: ({ activityType, description }) => (
        <span className="alert-words">
          <strong>{activityLabel(activityType)}</strong>
          <span className="quiet">{formatDaysInText(description)}</span>
        </span>
      ),
    },
    moneyColumn('Amount', 'amount'),
    { title: 'Risk Level', cell: ({ riskLevel }) => <RiskBadge level={riskLevel} /> },
    { title: 'Status', cell: ({ reviewed }) => (reviewed ? 'Reviewed' : 'Unreviewed') },
    {
      title: 'Action',
      cell: ({ id, activityType, activityDate }) => (
        <Button
          type="link"
          size="small"
          aria-label={`Evidence for ${activityLabel(activityType)}, ${formatDay(activityDate)}`}
          onClick={(event) => {
            // Clicking the row opens the same drawer.
            event.stopPropagation();
            open(id);
          }}
        >
          Evidence
        </Button>
      ),
    },
  ];
}

function MemberComparisons({ comparisons }: { comparisons: MemberComparison[] }) {
  return (
    <Panel title="Usual Activity and Peers">
      {comparisons.length === 0 ? (
        <p className="quiet plain-line">No data to compare with yet.</p>
      ) : (
        <ul className="comparisons">
          {comparisons.map((comparison) => (
            <Comparison key={comparison.what} comparison={comparison} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

function Comparison({ comparison }: { comparison: MemberComparison }) {
  const { what, latest, ownMedian, peerSentence } = comparison;
  const words = formatComparison(comparison);
  return (
    <li>
      <span className="comparison-head">
        <strong>{COMPARISON_LABELS[what]}</strong>
        <span className="explained figures">
          {formatComparedFigure(what, latest)} in {USUAL_COMPARED_DAYS} days
          <DefinitionInfo figure="lately" />
        </span>
      </span>
      <span className="comparison-line">
        {ownMedian === null || words === null ? (
          'No usual month yet'
        ) : (
          <>
            <span>{words}</span>
            <span className="explained quiet figures">
              usually {formatComparedFigure(what, ownMedian)}
              <DefinitionInfo figure="ownNormal" />
            </span>
          </>
        )}
      </span>
      {peerSentence !== null && (
        <span className="explained quiet">
          {peerSentence} in 12 months
          <DefinitionInfo figure="peerStanding" />
        </span>
      )}
    </li>
  );
}

function MemberImports({ imports, count }: { imports: MemberImport[]; count: number }) {
  return (
    <Panel title="Imports" note={count > 0 && formatCount(count)}>
      <ul className="member-imports">
        {imports.map(({ importId, fileName, entries, createdAt }) => (
          <li key={importId}>
            <Link to={`/import?import=${importId}`}>{fileName}</Link>
            <span className="quiet figures">
              {formatQuantity(entries, 'entry', 'entries')} · {formatDateTime(createdAt)}
            </span>
          </li>
        ))}
      </ul>
      <TruncationNote shown={imports.length} total={count} />
    </Panel>
  );
}

export function MemberContextPanels({ member }: { member: MemberRow }) {
  const overview = useQuery(getMemberOverview(member.id));
  return (
    <QueryStates
      query={overview}
      skeleton={<PanelSkeleton lines={6} height={40} />}
      failed="Companies, alerts and imports for this member could not be loaded."
    >
      {(found) => (
        <>
          <div className="detail-row">
            <MemberFlowsPanel overview={found} name={member.displayName} />
            <div className="detail-column">
              <MemberComparisons comparisons={found.comparisons} />
              <MemberImports imports={found.imports} count={found.importCount} />
            </div>
          </div>
          <MemberAlerts alerts={found.alerts} count={found.alertCount} />
        </>
      )}
    </QueryStates>
  );
}
