import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { Button } from 'antd';
import { Link } from 'react-router-dom';
import { memberAddress } from '../../../addresses/member-address.ts';
import { formatDay } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import { alertName } from '../../../risk/alert-name.ts';
import { ChangeBadge } from '../../../risk/change-badge.tsx';
import { RiskBadge } from '../../../risk/risk-badge.tsx';
import { type Column, DataTable } from '../../../tables/data-table.tsx';
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
    { title: 'Member', cell: (activity) => <MemberName activity={activity} /> },
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

/** Leads to the member's page; an alert whose account is gone names nobody to go to. */
function MemberName({ activity }: { activity: UnusualActivity }) {
  const { memberId, memberName, firstName, lastName } = activity;
  if (memberId === null) return <strong>{memberName}</strong>;
  return (
    <Link
      className="activity-member"
      to={memberAddress({ id: memberId, firstName, lastName })}
      // The row opens the evidence.
      onClick={(event) => event.stopPropagation()}
    >
      {memberName}
    </Link>
  );
}
