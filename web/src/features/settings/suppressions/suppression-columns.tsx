import type { Suppression } from '@clearwatch/contracts/alerts.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { Button } from 'antd';
import { serverNow } from '../../../clock/server-now.ts';
import { formatDateTime, formatDay } from '../../../formats/dates.ts';
import type { Column } from '../../../tables/data-table.tsx';
import { dayFromNow, suppressionState } from './suppression-state.ts';

interface SuppressionColumnsProps {
  /** Null: who looks may not lift. */
  onLift: ((suppression: Suppression) => void) | null;
}

/** What is said of each silence. */
export function suppressionColumns({ onLift }: SuppressionColumnsProps): Column<Suppression>[] {
  const today = dayFromNow(new Date(serverNow()));
  return [
    { title: 'Rule', cell: ({ activityType }) => activityLabel(activityType) },
    {
      title: 'Account',
      cell: ({ memberName, accountNumber }) => (
        <span className="version-saved">
          {memberName}
          <span className="quiet figures">{maskAccount(accountNumber)}</span>
        </span>
      ),
    },
    { title: 'Reason', cell: ({ reason }) => <span className="reason-words">{reason}</span> },
    {
      title: 'By',
      cell: ({ createdBy, createdAt }) => (
        <span className="version-saved">
          {createdBy}
          <span className="quiet">{formatDateTime(createdAt)}</span>
        </span>
      ),
    },
    { title: 'Until', cell: ({ until }) => <span className="figures">{formatDay(until)}</span> },
    { title: 'State', cell: (suppression) => stateWords(suppression, today) },
    ...(onLift === null
      ? []
      : [
          {
            title: 'Actions',
            cell: (suppression: Suppression) =>
              suppressionState(suppression, today) === 'in force' && (
                <Button
                  size="small"
                  aria-label={`Lift ${activityLabel(suppression.activityType)} for ${suppression.memberName}`}
                  onClick={() => onLift(suppression)}
                >
                  Lift
                </Button>
              ),
          },
        ]),
  ];
}

function stateWords(suppression: Suppression, today: string) {
  const state = suppressionState(suppression, today);
  if (state === 'in force') return <strong>In force</strong>;
  if (state === 'ended') return <span className="quiet">Ended</span>;
  const { liftedAt, liftedBy } = suppression;
  return (
    <span className="quiet">
      Lifted by {liftedBy ?? 'somebody'} on {formatDateTime(liftedAt ?? '')}
    </span>
  );
}
