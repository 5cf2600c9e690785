import type { MemberAlert } from '@clearwatch/contracts/members.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { Button } from 'antd';
import { useListedAlerts } from '../../../alert-link/listed-alerts.ts';
import { useOpenedAlert } from '../../../alert-link/use-opened-alert.ts';
import { formatCount } from '../../../formats/count.ts';
import { formatDay, withFormattedDays } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import { Panel } from '../../../panels/panel.tsx';
import { RiskBadge } from '../../../risk/risk-badge.tsx';
import { type Column, DataTable } from '../../../tables/data-table.tsx';

/** What was found about the member; each alert opens its evidence. */
export function MemberAlerts({ alerts, count }: { alerts: MemberAlert[]; count: number }) {
  const { open } = useOpenedAlert();
  useListedAlerts(alerts);
  return (
    <Panel
      title="Alerts"
      badges={count > 0 && <span className="quiet">{formatCount(count)}</span>}
      {...(alerts.length > 0 && { className: 'panel-body-flush' })}
    >
      {alerts.length === 0 ? (
        <p className="quiet plain-line">No unusual activities detected.</p>
      ) : (
        <>
          <DataTable
            caption="Alerts of the member"
            columns={alertColumns(open)}
            rows={alerts}
            rowKey={({ id }) => id}
            onOpen={({ id }) => open(id)}
          />
          {count > alerts.length && (
            <p className="table-note quiet">
              Showing first {formatCount(alerts.length)} of {formatCount(count)}
            </p>
          )}
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
          <span className="quiet">{withFormattedDays(description)}</span>
        </span>
      ),
    },
    { title: 'Amount', cell: ({ amount }) => formatMoney(amount), numeric: true },
    { title: 'Risk Level', cell: ({ riskLevel }) => <RiskBadge level={riskLevel} /> },
    { title: 'State', cell: ({ reviewed }) => (reviewed ? 'Reviewed' : 'Waiting for review') },
    {
      title: 'Action',
      cell: ({ id, activityType, activityDate }) => (
        <Button
          type="link"
          size="small"
          aria-label={`Evidence ${activityLabel(activityType)}, ${formatDay(activityDate)}`}
          onClick={(event) => {
            // The row opens the same drawer; once is enough.
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
