import type { UnusualActivity } from '@clearwatch/contracts/http/unusual-activities';
import { Button } from 'antd';
import { formatDay } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import { activityLabel } from '../../../risk/activity-label.ts';
import { RiskBadge } from '../../../risk/risk-badge.tsx';
import { type Column, DataTable } from '../../../tables/data-table.tsx';
import { alertName } from './alert-name.ts';
import { ChangeBadge } from './change-badge.tsx';
import { ReviewAction } from './review-action.tsx';

interface UnusualActivityTableProps {
  activities: UnusualActivity[];
  onOpen: (activity: UnusualActivity) => void;
}

export function UnusualActivityTable({ activities, onOpen }: UnusualActivityTableProps) {
  return (
    <DataTable
      caption="Unusual activities"
      columns={activityColumns(onOpen)}
      rows={activities}
      rowKey={({ id }) => id}
      onOpen={onOpen}
    />
  );
}

function activityColumns(onOpen: (activity: UnusualActivity) => void): Column<UnusualActivity>[] {
  return [
    { title: 'Member', cell: ({ memberName }) => <strong>{memberName}</strong> },
    {
      title: 'Activity Type',
      cell: (activity) => (
        <span className="activity-type">
          {activityLabel(activity.activityType)}
          <span className="quiet">{formatDay(activity.activityDate)}</span>
        </span>
      ),
    },
    { title: 'Amount', cell: ({ amount }) => formatMoney(amount), numeric: true },
    {
      title: 'Change',
      cell: ({ percentageChange }) => <ChangeBadge percent={percentageChange} />,
      numeric: true,
    },
    { title: 'Risk Level', cell: ({ riskLevel }) => <RiskBadge level={riskLevel} /> },
    {
      title: 'Action',
      cell: (activity) => (
        <span className="activity-actions">
          <ReviewAction activity={activity} />
          <Button
            type="link"
            size="small"
            aria-label={`Evidence ${alertName(activity)}`}
            onClick={(event) => {
              // The row opens the same drawer; once is enough.
              event.stopPropagation();
              onOpen(activity);
            }}
          >
            Evidence
          </Button>
        </span>
      ),
    },
  ];
}
