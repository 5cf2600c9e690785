import type { BacktestAlert } from '@clearwatch/contracts/detection-policy.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { Link } from 'react-router-dom';
import { memberAddress } from '../../../addresses/member-address.ts';
import { formatDay, withFormattedDays } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import { OUTCOME_WORDS } from '../../../review/outcome-words.ts';
import { RiskBadge } from '../../../risk/risk-badge.tsx';
import type { Column } from '../../../tables/data-table.tsx';
import { TransactionLink } from '../../../transaction-link/transaction-link.tsx';

export const SAMPLE_COLUMNS: Column<BacktestAlert>[] = [
  { title: 'Rule', cell: ({ activityType }) => activityLabel(activityType) },
  { title: 'Member', cell: (alert) => <Member alert={alert} /> },
  {
    title: 'Transaction',
    cell: ({ transactionId, activityDate }) => (
      <TransactionLink
        id={transactionId}
        label={`Transaction ${transactionId} of ${formatDay(activityDate)}`}
      >
        {formatDay(activityDate)}
      </TransactionLink>
    ),
  },
  { title: 'Amount', numeric: true, cell: ({ amount }) => formatMoney(amount) },
  { title: 'Risk', cell: ({ riskLevel }) => <RiskBadge level={riskLevel} /> },
  {
    title: 'Outcome',
    cell: ({ outcome }) =>
      outcome === null ? <span className="quiet">Not reviewed</span> : OUTCOME_WORDS[outcome],
  },
  {
    title: 'What was found',
    cell: ({ description }) => <span className="sample-words">{withFormattedDays(description)}</span>,
  },
];

/** In a tab of its own: the values that are tried out are not saved yet. */
function Member({
  alert: { memberId, memberName, firstName, lastName, accountNumber },
}: {
  alert: BacktestAlert;
}) {
  return (
    <span className="sample-member">
      {memberId === null ? (
        <strong>{memberName}</strong>
      ) : (
        <Link to={memberAddress({ id: memberId, firstName, lastName })} target="_blank" rel="noopener">
          {memberName}
          <span className="visually-hidden"> (opens in a new tab)</span>
        </Link>
      )}
      <span className="quiet figures">{maskAccount(accountNumber)}</span>
    </span>
  );
}
