import type { MemberRow } from '@clearwatch/contracts/members.dto';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { Link } from 'react-router-dom';
import { memberAddress } from '../../../addresses/member-address.ts';
import { DebtRatioBadge } from '../../../figures/debt-ratio-badge.tsx';
import { formatCount } from '../../../formats/count.ts';
import { formatDay } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import { RiskBadge } from '../../../risk/risk-badge.tsx';
import type { Column } from '../../../tables/data-table.tsx';

export const MEMBER_COLUMNS: Column<MemberRow>[] = [
  { title: 'Name', sort: 'name', cell: (member) => <MemberName member={member} /> },
  {
    title: 'Accounts',
    sort: 'accountCount',
    definition: 'accountCount',
    numeric: true,
    cell: ({ accountCount }) => formatCount(accountCount),
  },
  {
    title: 'Total Credits',
    sort: 'totalCredits',
    definition: 'memberCredits',
    numeric: true,
    cell: ({ totalCredits }) => formatMoney(totalCredits),
  },
  {
    title: 'Monthly Income',
    sort: 'monthlyIncome',
    definition: 'monthlyIncome',
    numeric: true,
    cell: ({ monthlyIncome }) => formatMoney(monthlyIncome),
  },
  {
    title: 'Monthly Bills',
    sort: 'monthlyBills',
    definition: 'monthlyBills',
    numeric: true,
    cell: ({ monthlyBills }) => formatMoney(monthlyBills),
  },
  {
    title: 'Income-to-Debt',
    sort: 'incomeToDebtRatio',
    definition: 'incomeToDebtRatio',
    numeric: true,
    cell: ({ incomeToDebtRatio }) => <DebtRatioBadge ratio={incomeToDebtRatio} />,
  },
  {
    title: 'Transactions',
    sort: 'transactionCount',
    definition: 'memberTransactions',
    numeric: true,
    cell: ({ transactionCount }) => formatCount(transactionCount),
  },
  {
    title: 'Risk Level',
    sort: 'riskLevel',
    definition: 'memberRiskLevel',
    cell: ({ riskLevel }) => <RiskBadge level={riskLevel} />,
  },
  {
    title: 'Last Activity',
    sort: 'lastActivity',
    definition: 'lastActivity',
    cell: ({ lastActivityDate }) => (
      <span className="member-day">{lastActivityDate === null ? 'Never' : formatDay(lastActivityDate)}</span>
    ),
  },
];

/** Two members of one name are told apart by company and account. */
function MemberName({ member }: { member: MemberRow }) {
  return (
    <span className="member-name">
      <Link
        to={memberAddress(member)}
        // The row leads to the same page; once is enough, and a new tab stays a new tab.
        onClick={(event) => event.stopPropagation()}
      >
        {member.displayName}
      </Link>
      <span className="quiet">
        <span className="member-company" title={member.company}>
          {member.company}
        </span>
        <span className="figures">{maskAccount(member.accountNumber)}</span>
      </span>
    </span>
  );
}
