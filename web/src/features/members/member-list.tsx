import { RISK_LEVELS } from '@clearwatch/contracts/alerts';
import type { MemberRow } from '@clearwatch/contracts/members.dto';
import {
  ACTIVITY_BANDS,
  type ActivityBand,
  INCOME_BANDS,
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
import type { ListWithViews } from '../../components/saved-views/list-views.ts';
import { ViewsMenu } from '../../components/saved-views/views-menu.tsx';
import { useColumnChoice } from '../../components/tables/column-chooser.tsx';
import { type Column, nextSorting } from '../../components/tables/data-table.tsx';
import { ChoiceSelect, FilterBar } from '../../components/tables/list-filters.tsx';
import { PagedList } from '../../components/tables/paged-list.tsx';
import { DebtRatioBadge } from '../../components/tone-badge.tsx';
import { formatDay } from '../../lib/date-format.ts';
import { canonicalQuery } from '../../lib/list-query.ts';
import { formatCount, formatMoney, formatQuantity } from '../../lib/number-format.ts';
import { memberPath, useRememberListQuery } from '../../lib/page-paths.ts';
import { useUrlState } from '../../lib/use-url-state.ts';
import {
  isMemberListFiltered,
  isMemberSort,
  MEMBERS_PER_PAGE,
  type MemberListState,
  memberListQuery,
  NO_MEMBER_FILTERS,
  readMemberList,
  writeMemberList,
} from './member-list-state.ts';

const MEMBER_COLUMNS: Column<MemberRow>[] = [
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

/** Company and account tell members of the same name apart. */
function MemberName({ member }: { member: MemberRow }) {
  return (
    <span className="member-name">
      <Link
        to={memberPath(member)}
        // The row opens the same page.
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
  high: 'High ($7,000 and more)',
};
const ACTIVITY_LABELS: Record<ActivityBand, string> = {
  recent: `Recent (up to ${RECENT_DAYS} days)`,
  moderate: `Moderate (up to ${MODERATE_DAYS} days)`,
  old: `Old (over ${MODERATE_DAYS} days)`,
};

interface MemberFilterBarProps {
  state: MemberListState;
  list: ListWithViews;
  onChange: (part: Partial<MemberListState>) => void;
  onSearch: (search: string) => void;
}

function MemberFilterBar({ state, list, onChange, onSearch }: MemberFilterBarProps) {
  const { riskLevel, incomeBand, activity } = state;
  return (
    <FilterBar
      search={{
        label: 'Search members',
        placeholder: 'Name, company or account number',
        value: state.search,
        onChange: onSearch,
      }}
      words="Filters"
      isNarrowed={`${riskLevel}${incomeBand}${activity}` !== ''}
      onClear={isMemberListFiltered(state) ? () => onChange(NO_MEMBER_FILTERS) : null}
      views={<ViewsMenu list={list} />}
    >
      <ChoiceSelect
        label="Risk Level"
        all="All risk levels"
        words={RISK_LEVELS}
        labels={RISK_LABELS}
        value={riskLevel}
        onChange={(chosen) => onChange({ riskLevel: chosen })}
      />
      <ChoiceSelect
        label="Monthly Income"
        all="All incomes"
        words={INCOME_BANDS}
        labels={INCOME_LABELS}
        value={incomeBand}
        onChange={(chosen) => onChange({ incomeBand: chosen })}
      />
      <ChoiceSelect
        label="Last Activity"
        all="Any time"
        words={ACTIVITY_BANDS}
        labels={ACTIVITY_LABELS}
        value={activity}
        onChange={(chosen) => onChange({ activity: chosen })}
      />
    </FilterBar>
  );
}

const MEMBER_LIST_ADDRESS = { read: readMemberList, write: writeMemberList };
const canonicalMemberQuery = canonicalQuery(MEMBER_LIST_ADDRESS);

export function MemberList() {
  const { state, change, amend } = useUrlState(MEMBER_LIST_ADDRESS);
  const members = useQuery(listMembers(memberListQuery(state)));
  const navigate = useNavigate();
  useRememberListQuery('/analysis');
  const columns = useColumnChoice('members', MEMBER_COLUMNS);
  const total = members.data?.total ?? 0;
  const sortBy = (sort: string): void => {
    // Spec section 4: the first click on a column sorts ascending.
    const next = nextSorting(state, sort, 'asc');
    if (isMemberSort(next.sort)) change({ sort: next.sort, order: next.order });
  };
  return (
    <Panel
      title="Members"
      badges={total > 0 && <span className="quiet">{formatQuantity(total, 'member')}</span>}
      className="panel-body-flush list-panel"
      actions={columns.chooser}
    >
      <MemberFilterBar
        state={state}
        list={{ screen: 'members', canonical: canonicalMemberQuery, columns }}
        onChange={change}
        onSearch={(search) => amend({ search })}
      />
      <PagedList
        caption="Members, one row per account"
        query={members}
        columns={columns.shown}
        rowKey={({ id }) => id}
        onOpen={(member) => void navigate(memberPath(member))}
        sorting={{ sort: state.sort, order: state.order, onSort: sortBy }}
        page={state.page}
        pageSize={MEMBERS_PER_PAGE}
        onPage={(page) => change({ page })}
        failed="Error loading member data:"
        empty={
          isMemberListFiltered(state) ? (
            <PanelEmpty text="No members found matching your search and filter criteria.">
              <Button onClick={() => change(NO_MEMBER_FILTERS)}>Clear</Button>
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
