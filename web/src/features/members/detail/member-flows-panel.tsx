import type { MemberCompany, MemberOverview } from '@clearwatch/contracts/members.dto';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import { companyAddress } from '../../../addresses/company-address.ts';
import { ChartPanel } from '../../../charts/chart-panel.tsx';
import { lazyPart } from '../../../failures/missing-code.ts';
import { formatCount } from '../../../formats/count.ts';
import { formatDay } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import { type Column, DataTable } from '../../../tables/data-table.tsx';
import { memberFlows } from './member-flows.ts';

const SankeyChart = lazyPart(() => import('../../../charts/sankey-chart.tsx'));
const ROW_PX = 44;
const LEAST_PX = 240;

const COLUMNS: Column<MemberCompany>[] = [
  { title: 'Company', cell: ({ company }) => <Link to={companyAddress(company)}>{company}</Link> },
  { title: 'Paid In', cell: ({ credits }) => formatMoney(credits), numeric: true },
  { title: 'Collected', cell: ({ debits }) => formatMoney(debits), numeric: true },
  { title: 'Entries', cell: ({ entries }) => formatCount(entries), numeric: true },
  { title: 'First', cell: ({ firstDay }) => <Day day={firstDay} /> },
  { title: 'Last', cell: ({ lastDay }) => <Day day={lastDay} /> },
];

interface MemberFlowsPanelProps {
  overview: MemberOverview;
  /** The member's. */
  name: string;
}

/** Who pays in and who collects: as bands of the width of the money, and as a table that leads to the companies. */
export function MemberFlowsPanel({ overview, name }: MemberFlowsPanelProps) {
  const { companies, companyCount } = overview;
  const flows = useMemo(() => memberFlows(companies), [companies]);
  const onSide = (side: 'in' | 'out') => flows.filter((flow) => flow.side === side).length;
  const height = Math.max(LEAST_PX, ROW_PX * Math.max(onSide('in'), onSide('out')));
  const hidden = companyCount - companies.length;
  return (
    <ChartPanel
      title="Who Pays In, Who Collects"
      name="flows"
      empty={companies.length === 0 ? 'No company has paid in or collected yet.' : null}
      height={height}
      chart={
        <SankeyChart
          middle={name}
          flows={flows}
          height={height}
          description={`Companies that pay in on the left, ${name} in the middle, companies that collect on the right. The table button shows the figures.`}
          fileName="member-flows"
        />
      }
      table={
        <DataTable
          caption="Companies of the member"
          columns={COLUMNS}
          rows={companies}
          rowKey={({ company }) => company}
        />
      }
      note={
        <>
          Over all time.
          {hidden > 0 &&
            ` The ${formatCount(companies.length)} largest of ${formatCount(companyCount)} companies.`}
        </>
      }
    />
  );
}

function Day({ day }: { day: string | null }) {
  return <span className="member-day">{day === null ? 'No date' : formatDay(day)}</span>;
}
