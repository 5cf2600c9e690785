import type {
  CompanyDetail,
  CompanyMember,
  CompanyMonth,
  CompanyTransactionType,
  CompanyWeek,
} from '@clearwatch/contracts/companies.dto';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import { Tabs } from 'antd';
import { Suspense, useMemo } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { ChartPanel } from '../../components/charts/chart-panel.tsx';
import { Panel, PanelEmpty, SkeletonLines } from '../../components/panel.tsx';
import { RiskBadge } from '../../components/risk-badges.tsx';
import { type Column, countColumn, DataTable, moneyColumn } from '../../components/tables/data-table.tsx';
import { lazyComponent } from '../../lib/code-loading.ts';
import { formatDay, formatMonth, formatShortDay } from '../../lib/date-format.ts';
import { formatCount } from '../../lib/number-format.ts';
import { memberPath } from '../../lib/page-paths.ts';
import { useUrlChoice } from '../../lib/use-url-state.ts';

const MEMBER_COLUMNS: Column<CompanyMember>[] = [
  {
    title: 'Member',
    cell: (member) => (
      <Link to={memberPath(member)} onClick={(event) => event.stopPropagation()}>
        {member.displayName}
      </Link>
    ),
  },
  { title: 'Account', cell: ({ accountNumber }) => maskAccount(accountNumber) },
  countColumn('Transactions', 'transactionCount'),
  moneyColumn('Monthly Income', 'monthlyIncome', { definition: 'monthlyIncome' }),
  moneyColumn('Monthly Bills', 'monthlyBills', { definition: 'monthlyBills' }),
  {
    title: 'Risk Level',
    definition: 'memberRiskLevel',
    cell: ({ riskLevel }) => <RiskBadge level={riskLevel} />,
  },
];

/** Income and bills cover the whole account, not only this company. */
function CompanyMembers({ detail: { members, memberCount } }: { detail: CompanyDetail }) {
  const navigate = useNavigate();
  return (
    <Panel title="Members" note={formatCount(memberCount)} flush>
      {members.length === 0 ? (
        <PanelEmpty text="No members have entries from this company." />
      ) : (
        <>
          <DataTable
            caption="Members with entries from the company"
            columns={MEMBER_COLUMNS}
            rows={members}
            rowKey={({ id }) => id}
            onOpen={(member) => void navigate(memberPath(member))}
          />
          {memberCount > members.length && (
            <p className="table-note quiet">
              Showing {formatCount(members.length)} of {formatCount(memberCount)} members, most transactions first
            </p>
          )}
        </>
      )}
    </Panel>
  );
}

const CountBarChart = lazyComponent(() => import('../../components/charts/bar-chart.tsx'));
const TYPES_HEIGHT_PX = 320;
/** More bars would leave no room for their names. */
const MAX_BARS = 8;

const TYPE_COLUMNS: Column<CompanyTransactionType>[] = [
  { title: 'Type', cell: ({ type }) => type },
  countColumn('Count', 'count'),
  moneyColumn('Total Amount', 'totalAmount'),
];

const identity = (name: string): string => name;

function CompanyTransactionTypes({ types }: { types: CompanyTransactionType[] }) {
  const bars = useMemo(() => types.slice(0, MAX_BARS).map(({ type, count }) => ({ name: type, count })), [types]);
  if (types.length === 0) {
    return (
      <Panel title="Transaction Types">
        <PanelEmpty text="No entries from this company moved money." />
      </Panel>
    );
  }
  return (
    <div className="detail-row detail-row-even">
      <Panel title="Transactions by Type">
        <Suspense fallback={<SkeletonLines lines={1} height={TYPES_HEIGHT_PX} />}>
          <CountBarChart
            bars={bars}
            what="Transactions"
            format={identity}
            height={TYPES_HEIGHT_PX}
            description="Transactions from the company by type. The list next to the chart shows the figures."
            fileName="company-types"
          />
        </Suspense>
      </Panel>
      <Panel title="All Types" flush>
        <DataTable
          caption="Transaction types and amounts"
          columns={TYPE_COLUMNS}
          rows={types}
          rowKey={({ type }) => type}
        />
      </Panel>
    </div>
  );
}

const CreditDebitChart = lazyComponent(() => import('../../components/charts/credit-debit-chart.tsx'));
const CHART_HEIGHT_PX = 360;
const SERIES_NAMES = { credits: 'Credits', debits: 'Debits' };
const NO_DATES = 'Entries from this company have no dates.';

const WEEK_COLUMNS: Column<CompanyWeek>[] = [
  { title: 'Week of', cell: ({ week }) => formatDay(week) },
  moneyColumn('Credits', 'credits'),
  moneyColumn('Debits', 'debits'),
];

function CompanyTrends({ weeks }: { weeks: CompanyWeek[] }) {
  return (
    <ChartPanel
      title="Weekly Credits and Debits"
      name="weeks"
      empty={weeks.length === 0 ? NO_DATES : null}
      height={CHART_HEIGHT_PX}
      chart={
        <CreditDebitChart
          points={weeks}
          names={SERIES_NAMES}
          short={formatShortDay}
          long={formatDay}
          height={CHART_HEIGHT_PX}
          description="Weekly credits and debits from the company. The Table button shows the figures."
          fileName="company-weeks"
        />
      }
      table={{ caption: 'Credits and debits per week', columns: WEEK_COLUMNS, rows: weeks, key: 'week' }}
    />
  );
}

const MONTH_COLUMNS: Column<CompanyMonth>[] = [
  { title: 'Month', cell: ({ month }) => formatMonth(month) },
  countColumn('Transactions', 'transactionCount'),
];

function CompanyVolume({ months }: { months: CompanyMonth[] }) {
  const bars = useMemo(
    () => months.map(({ month, transactionCount }) => ({ name: month, count: transactionCount })),
    [months],
  );
  return (
    <ChartPanel
      title="Monthly Transaction Volume"
      name="volume"
      empty={months.length === 0 ? NO_DATES : null}
      height={CHART_HEIGHT_PX}
      chart={
        <CountBarChart
          bars={bars}
          what="Transactions"
          format={formatMonth}
          height={CHART_HEIGHT_PX}
          description="Transactions from the company per month. The Table button shows the figures."
          fileName="company-months"
        />
      }
      table={{ caption: 'Transactions per month', columns: MONTH_COLUMNS, rows: months, key: 'month' }}
    />
  );
}

const TABS = ['trends', 'volume', 'types', 'members'] as const;

export function CompanyTabs({ detail }: { detail: CompanyDetail }) {
  const [tab, open] = useUrlChoice('tab', TABS);
  const types = <CompanyTransactionTypes types={detail.transactionTypes} />;
  return (
    <Tabs
      className="company-tabs"
      activeKey={tab}
      items={[
        { key: 'trends', label: 'Trends', children: <CompanyTrends weeks={detail.weeklyData} /> },
        { key: 'volume', label: 'Volume', children: <CompanyVolume months={detail.monthlyData} /> },
        { key: 'types', label: 'Transaction Types', children: types },
        { key: 'members', label: 'Members', children: <CompanyMembers detail={detail} /> },
      ]}
      onChange={(key) => open(key as (typeof TABS)[number])}
      // A chart cannot be drawn in a hidden tab, because the tab has no size.
      destroyOnHidden
      animated={false}
    />
  );
}
