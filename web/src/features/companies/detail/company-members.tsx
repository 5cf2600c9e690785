import type { CompanyMember } from '@clearwatch/contracts/companies.dto';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { Link, useNavigate } from 'react-router-dom';
import { memberAddress } from '../../../addresses/member-address.ts';
import { formatCount } from '../../../formats/count.ts';
import { formatMoney } from '../../../formats/money.ts';
import { Panel } from '../../../panels/panel.tsx';
import { PanelEmpty } from '../../../panels/panel-states.tsx';
import { RiskBadge } from '../../../risk/risk-badge.tsx';
import { type Column, DataTable } from '../../../tables/data-table.tsx';

const COLUMNS: Column<CompanyMember>[] = [
  {
    title: 'Member',
    cell: (member) => (
      <Link to={memberAddress(member)} onClick={(event) => event.stopPropagation()}>
        {member.displayName}
      </Link>
    ),
  },
  { title: 'Account', cell: ({ accountNumber }) => maskAccount(accountNumber) },
  {
    title: 'Transactions',
    cell: ({ transactionCount }) => formatCount(transactionCount),
    numeric: true,
  },
  {
    title: 'Monthly Income',
    definition: 'monthlyIncome',
    cell: ({ monthlyIncome }) => formatMoney(monthlyIncome),
    numeric: true,
  },
  {
    title: 'Monthly Bills',
    definition: 'monthlyBills',
    cell: ({ monthlyBills }) => formatMoney(monthlyBills),
    numeric: true,
  },
  {
    title: 'Risk Level',
    definition: 'memberRiskLevel',
    cell: ({ riskLevel }) => <RiskBadge level={riskLevel} />,
  },
];

/** Whom the company pays or collects from, those with the most transactions first. Income and bills are of the whole account. */
export function CompanyMembers({ members, count }: { members: CompanyMember[]; count: number }) {
  const navigate = useNavigate();
  return (
    <Panel
      title="Members"
      badges={<span className="quiet">{formatCount(count)}</span>}
      className="panel-body-flush"
    >
      {members.length === 0 ? (
        <PanelEmpty text="No member has an entry of this company." />
      ) : (
        <>
          <DataTable
            caption="Members of the company"
            columns={COLUMNS}
            rows={members}
            rowKey={({ id }) => id}
            onOpen={(member) => void navigate(memberAddress(member))}
          />
          {count > members.length && (
            <p className="table-note quiet">
              Showing first {formatCount(members.length)} of {formatCount(count)}, those with the most
              transactions
            </p>
          )}
        </>
      )}
    </Panel>
  );
}
