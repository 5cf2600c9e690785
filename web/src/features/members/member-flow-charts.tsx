import type { MemberCompany, MemberMonth, MemberOverview } from '@clearwatch/contracts/members.dto';
import { formatCents, parseCents } from '@clearwatch/domain/money/cents';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { ChartPanel } from '../../components/charts/chart-panel.tsx';
import type { MoneyFlow } from '../../components/charts/sankey-chart.tsx';
import { Panel } from '../../components/panel.tsx';
import { type Column, DataTable } from '../../components/tables/data-table.tsx';
import { lazyComponent } from '../../lib/code-loading.ts';
import { formatDay, formatMonth } from '../../lib/date-format.ts';
import { formatCount, formatMoney, formatSignedMoney } from '../../lib/number-format.ts';
import { companyPath } from '../../lib/page-paths.ts';

/** More bands are hard to distinguish. */
export const MAX_FLOWS = 8;

export const memberFlows = (companies: readonly MemberCompany[]): MoneyFlow[] =>
  (['in', 'out'] as const).flatMap((side) => flowsOfSide(companies, side));

function flowsOfSide(companies: readonly MemberCompany[], side: MoneyFlow['side']): MoneyFlow[] {
  const moved = companies
    .map(({ company, credits, debits }) => ({
      name: company,
      cents: parseCents(side === 'in' ? credits : debits),
    }))
    .filter(({ cents }) => cents > 0)
    .toSorted((one, other) => other.cents - one.cents);
  // "1 other company" would take as much space as the company.
  const shown = moved.length > MAX_FLOWS ? moved.slice(0, MAX_FLOWS - 1) : moved;
  const rest = moved.slice(shown.length);
  const flows = shown.map(({ name, cents }) => ({ side, name, amount: formatCents(cents) }));
  if (rest.length === 0) return flows;
  const amount = formatCents(rest.reduce((sum, { cents }) => sum + cents, 0));
  return [...flows, { side, name: `${rest.length} other companies`, amount }];
}

const SankeyChart = lazyComponent(() => import('../../components/charts/sankey-chart.tsx'));
const ROW_PX = 44;
const MIN_HEIGHT_PX = 240;

const FLOW_COLUMNS: Column<MemberCompany>[] = [
  { title: 'Company', cell: ({ company }) => <Link to={companyPath(company)}>{company}</Link> },
  { title: 'Paid In', cell: ({ credits }) => formatMoney(credits), numeric: true },
  { title: 'Collected', cell: ({ debits }) => formatMoney(debits), numeric: true },
  { title: 'Entries', cell: ({ entries }) => formatCount(entries), numeric: true },
  { title: 'First', cell: ({ firstDay }) => <DayCell day={firstDay} /> },
  { title: 'Last', cell: ({ lastDay }) => <DayCell day={lastDay} /> },
];

export function MemberFlowsPanel({ overview, name }: { overview: MemberOverview; name: string }) {
  const { companies, companyCount } = overview;
  const flows = useMemo(() => memberFlows(companies), [companies]);
  const onSide = (side: 'in' | 'out') => flows.filter((flow) => flow.side === side).length;
  const height = Math.max(MIN_HEIGHT_PX, ROW_PX * Math.max(onSide('in'), onSide('out')));
  const scope =
    companyCount > companies.length
      ? ` The ${formatCount(companies.length)} largest of ${formatCount(companyCount)} companies.`
      : '';
  return (
    <ChartPanel
      title="Who Pays In, Who Collects"
      name="flows"
      empty={companies.length === 0 ? 'No companies have paid in or collected.' : null}
      height={height}
      chart={
        <SankeyChart
          middle={name}
          flows={flows}
          height={height}
          description={`Companies that pay in on the left, ${name} in the middle, companies that collect on the right. The Table button shows the figures.`}
          fileName="member-flows"
        />
      }
      table={{ caption: 'The member’s companies', columns: FLOW_COLUMNS, rows: companies, key: 'company' }}
      note={`All time.${scope}`}
    />
  );
}

function DayCell({ day }: { day: string | null }) {
  return <span className="member-day">{day === null ? 'No date' : formatDay(day)}</span>;
}

const FlowLinesChart = lazyComponent(() => import('../../components/charts/credit-debit-chart.tsx'));
const MONTHLY_CHART_HEIGHT_PX = 340;
const SERIES_NAMES = { credits: 'Monthly Income (Credits)', debits: 'Monthly Bills (Debits)' };

const CHART_TABLE_COLUMNS: Column<MemberMonth>[] = [
  { title: 'Month', cell: ({ month }) => formatMonth(month) },
  { title: SERIES_NAMES.credits, cell: ({ credits }) => formatMoney(credits), numeric: true },
  { title: SERIES_NAMES.debits, cell: ({ debits }) => formatMoney(debits), numeric: true },
];

export function MonthlyChart({ months, name }: { months: MemberMonth[]; name: string }) {
  const moved = months.some(({ transactionCount }) => transactionCount > 0);
  return (
    <ChartPanel
      title="Income and Bills (12 Months)"
      name="months"
      empty={moved ? null : 'No activity in the last 12 months.'}
      height={MONTHLY_CHART_HEIGHT_PX}
      chart={
        <FlowLinesChart
          points={months}
          names={SERIES_NAMES}
          short={formatMonth}
          long={formatMonth}
          height={MONTHLY_CHART_HEIGHT_PX}
          description={`Monthly credits and debits for ${name} over twelve months. The Table button shows the figures.`}
          fileName="member-months"
        />
      }
      table={{
        caption: 'Credits and debits per month',
        columns: CHART_TABLE_COLUMNS,
        rows: months,
        key: 'month',
      }}
    />
  );
}

const HISTORY_COLUMNS: Column<MemberMonth>[] = [
  { title: 'Month', cell: ({ month }) => <span className="member-day">{formatMonth(month)}</span> },
  { title: 'Credits', cell: ({ credits }) => formatMoney(credits), numeric: true },
  { title: 'Debits', cell: ({ debits }) => formatMoney(debits), numeric: true },
  { title: 'Entries', cell: ({ transactionCount }) => formatCount(transactionCount), numeric: true },
  {
    title: 'Net Flow',
    definition: 'netFlow',
    cell: ({ credits, debits }) => formatSignedMoney(formatCents(parseCents(credits) - parseCents(debits))),
    numeric: true,
  },
];

export function MonthlyHistory({ months }: { months: MemberMonth[] }) {
  return (
    <Panel title="Monthly History" className="panel-body-flush narrow-table">
      <DataTable
        caption="Net flow per month"
        columns={HISTORY_COLUMNS}
        rows={months.toReversed()}
        rowKey={({ month }) => month}
      />
    </Panel>
  );
}
