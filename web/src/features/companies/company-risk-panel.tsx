import { CheckCircleOutlined, FlagOutlined } from '@ant-design/icons';
import type { CompanyDetail, ReturnRate, ReturnRateSort } from '@clearwatch/contracts/companies.dto';
import { RETURN_RATE_DAYS } from '@clearwatch/domain/companies/company-return-rates';
import type { DefinedMetric } from '@clearwatch/domain/metric-definitions';
import { DefinitionInfo } from '../../components/definition-info.tsx';
import { Fact, Facts } from '../../components/figure-cards.tsx';
import { Panel } from '../../components/panel.tsx';
import { RiskBadge } from '../../components/risk-badges.tsx';
import { type Column, DataTable } from '../../components/tables/data-table.tsx';
import { ScoreBadge, ToneBadge } from '../../components/tone-badge.tsx';
import { formatCount, formatMoney } from '../../lib/number-format.ts';

const RETURN_RATE_LABELS: Record<ReturnRateSort, { label: string; definition: DefinedMetric }> = {
  unauthorized: { label: 'Unauthorized', definition: 'unauthorizedReturnRate' },
  administrative: { label: 'Administrative', definition: 'administrativeReturnRate' },
  overall: { label: 'Overall', definition: 'overallReturnRate' },
};

const RETURN_RATE_COLUMNS: Column<ReturnRate>[] = [
  {
    title: 'Returns',
    cell: ({ sort }) => (
      <span className="explained">
        {RETURN_RATE_LABELS[sort].label} <DefinitionInfo figure={RETURN_RATE_LABELS[sort].definition} />
      </span>
    ),
  },
  { title: 'Returned', cell: ({ returns }) => formatCount(returns), numeric: true },
  { title: 'Debits', cell: ({ debits }) => formatCount(debits), numeric: true },
  { title: 'Rate', cell: ({ rate }) => (rate === null ? 'None' : `${rate}%`), numeric: true },
  { title: 'Nacha Limit', cell: ({ limit }) => `${limit}%`, numeric: true },
  { title: 'Verdict', cell: (rate) => <ReturnRateVerdict rate={rate} /> },
];

export function ReturnRates({ rates }: { rates: ReturnRate[] }) {
  return (
    <Panel
      title="Return Rates"
      badges={<span className="quiet">over {RETURN_RATE_DAYS} days</span>}
      className="panel-body-flush narrow-table"
    >
      <DataTable
        caption="Return rates against the limits"
        columns={RETURN_RATE_COLUMNS}
        rows={rates}
        rowKey={({ sort }) => sort}
      />
    </Panel>
  );
}

function ReturnRateVerdict({ rate: { rate, limit, isAbove } }: { rate: ReturnRate }) {
  if (rate === null) return <span className="quiet">No debits</span>;
  if (isAbove) return <ToneBadge tone="red">Above limit</ToneBadge>;
  // Above the limit, but with too few returns to judge.
  if (Number(rate) > Number(limit)) return <ToneBadge tone="gray">Too few to say</ToneBadge>;
  return <ToneBadge tone="green">Within</ToneBadge>;
}

export function RiskAssessment({ detail }: { detail: CompanyDetail }) {
  const { riskLevel, flags, peakTransactionAmount } = detail.riskMetrics;
  return (
    <Panel title="Risk Assessment">
      <Facts>
        <Fact term="Risk level" value={<RiskBadge level={riskLevel} />} definition="companyRiskLevel" />
        <Fact
          term="Partnership score"
          value={<ScoreBadge score={detail.partnershipScore} />}
          definition="partnershipScore"
        />
        <Fact
          term="Peak transaction"
          value={formatMoney(peakTransactionAmount)}
          definition="peakTransaction"
        />
      </Facts>
      {flags.length === 0 ? (
        <p className="risk-flags quiet">
          <CheckCircleOutlined aria-hidden /> No risk flags
        </p>
      ) : (
        <ul className="risk-flags" aria-label="Risk flags">
          {flags.map((flag) => (
            <li key={flag}>
              <FlagOutlined aria-hidden /> {flag}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
