import type { MemberRow } from '@clearwatch/contracts/members.dto';
import {
  type ActivityBand,
  type IncomeBand,
  MODERATE_DAYS,
  RECENT_DAYS,
} from '@clearwatch/domain/members/member-bands';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link, useNavigate } from 'react-router-dom';
import { listMembers } from '../../api/members-api.ts';
import { Panel, PanelEmpty } from '../../components/panel.tsx';
import { RISK_LABELS, RiskBadge } from '../../components/risk-badges.tsx';
import { ViewsMenu } from '../../components/saved-views/views-menu.tsx';
import { useColumnChoice } from '../../components/tables/column-chooser.tsx';
import { type Column, countColumn, moneyColumn } from '../../components/tables/data-table.tsx';
import { bindFields, ChoiceSelect, FilterBar } from '../../components/tables/list-filters.tsx';
import { PagedList } from '../../components/tables/paged-list.tsx';
import { DebtRatioBadge } from '../../components/tone-badge.tsx';
import { formatDay } from '../../lib/date-format.ts';
import { canonicalQuery } from '../../lib/list-query.ts';
import { formatQuantity } from '../../lib/number-format.ts';
import { memberPath, useRememberListQuery } from '../../lib/page-paths.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import { MEMBER_LIST, MEMBERS_PER_PAGE } from './member-list-state.ts';

const MEMBER_COLUMNS: Column<MemberRow>[] = [
  { title: 'Name', sort: 'name', cell: (member) => <MemberName member={member} /> },
  countColumn('Accounts', 'accountCount', { sort: 'accountCount', definition: 'accountCount' }),
  moneyColumn('Total Credits', 'totalCredits', { sort: 'totalCredits', definition: 'memberCredits' }),
  moneyColumn('Monthly Income', 'monthlyIncome', { sort: 'monthlyIncome', definition: 'monthlyIncome' }),
  moneyColumn('Monthly Bills', 'monthlyBills', { sort: 'monthlyBills', definition: 'monthlyBills' }),
  {
    title: 'Income-to-Debt',
    sort: 'incomeToDebtRatio',
    definition: 'incomeToDebtRatio',
    numeric: true,
    cell: ({ incomeToDebtRatio }) => <DebtRatioBadge ratio={incomeToDebtRatio} />,
  },
  countColumn('Transactions', 'transactionCount', {
    sort: 'transactionCount',
    definition: 'memberTransactions',
  }),
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

/** Company and account distinguish members with the same name. */
function MemberName({ member }: { member: MemberRow }) {
  return (
    <span className="member-name">
      <Link
        to={memberPath(member)}
        // Clicking the row opens the same page.
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

const INCOME_LABELS: Record<IncomeBand, string> = {
  low: 'Low (under $3,000)',
  medium: 'Medium ($3,000 to under $7,000)',
  high: 'High ($7,000 or more)',
};
const ACTIVITY_LABELS: Record<ActivityBand, string> = {
  recent: `Recent (up to ${RECENT_DAYS} days)`,
  moderate: `Moderate (up to ${MODERATE_DAYS} days)`,
  old: `Old (over ${MODERATE_DAYS} days)`,
};

const canonicalMemberQuery = canonicalQuery(MEMBER_LIST);

export function MemberList() {
  const { state, change, amend } = useUrlState(MEMBER_LIST);
  const members = useQuery(listMembers(MEMBER_LIST.query(state)));
  const navigate = useNavigate();
  useRememberListQuery('/analysis');
  const columns = useColumnChoice('members', MEMBER_COLUMNS);
  const total = members.data?.total ?? 0;
  const field = bindFields(state, change);
  const isFiltered = MEMBER_LIST.isFiltered(state);
  const clear = (): void => change(MEMBER_LIST.none);
  return (
    <Panel
      title="Members"
      note={total > 0 && formatQuantity(total, 'member')}
      className="panel-body-flush list-panel"
      actions={columns.chooser}
    >
      <FilterBar
        search={{
          label: 'Search members',
          placeholder: 'Name, company or account number',
          value: state.search,
          onChange: (search) => amend({ search }),
        }}
        label="Filters"
        isNarrowed={MEMBER_LIST.isFiltered({ ...state, search: '' })}
        onClear={isFiltered ? clear : null}
        views={<ViewsMenu list={{ screen: 'members', canonical: canonicalMemberQuery, columns }} />}
      >
        <ChoiceSelect label="Risk Level" all="All risk levels" labels={RISK_LABELS} {...field('riskLevel')} />
        <ChoiceSelect label="Monthly Income" all="All incomes" labels={INCOME_LABELS} {...field('incomeBand')} />
        <ChoiceSelect label="Last Activity" all="Any time" labels={ACTIVITY_LABELS} {...field('activity')} />
      </FilterBar>
      <PagedList
        caption="Members, one row per account"
        query={members}
        columns={columns.shown}
        rowKey={({ id }) => id}
        onOpen={(member) => void navigate(memberPath(member))}
        sorting={MEMBER_LIST.sorting(state, change)}
        page={state.page}
        pageSize={MEMBERS_PER_PAGE}
        onPage={(page) => change({ page })}
        failed="Error loading member data:"
        empty={
          isFiltered ? (
            <PanelEmpty text="No members found matching your search and filter criteria.">
              <Button onClick={clear}>Clear</Button>
            </PanelEmpty>
          ) : (
            <PanelEmpty text="No member data available.">
              <Link to="/import">Import a file</Link>
            </PanelEmpty>
          )
        }
      />
    </Panel>
  );
}
