import './companies.css';
import { ArrowLeftOutlined, CheckCircleOutlined, FlagOutlined } from '@ant-design/icons';
import type { CompanyDetail, ReturnRate, ReturnRateSort } from '@clearwatch/contracts/companies.dto';
import { RETURN_RATE_DAYS } from '@clearwatch/domain/companies/company-return-rates';
import type { DefinedMetric } from '@clearwatch/domain/metric-definitions';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { getCompany } from '../../api/companies-api.ts';
import { isNotFound } from '../../api/error-messages.ts';
import { AsOf, DefinitionInfo } from '../../components/definition-info.tsx';
import { Fact, Facts, FigureCard, FigureCards, FigureCardsSkeleton } from '../../components/figure-cards.tsx';
import { Panel, PanelEmpty, PanelSkeleton, QueryStates } from '../../components/panel.tsx';
import { RISK_LABELS, RiskBadge } from '../../components/risk-badges.tsx';
import { type Column, DataTable } from '../../components/tables/data-table.tsx';
import { ScoreBadge, ToneBadge } from '../../components/tone-badge.tsx';
import { formatDay } from '../../lib/date-format.ts';
import { formatCount, formatMoney } from '../../lib/number-format.ts';
import { companyFromPath, SKIP_DEFAULT_VIEW, useRememberedListPath } from '../../lib/page-paths.ts';
import { CompanyTabs } from './company-tabs.tsx';

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
  { title: 'Status', cell: (rate) => <ReturnRateVerdict rate={rate} /> },
];

export function ReturnRates({ rates }: { rates: ReturnRate[] }) {
  return (
    <Panel title="Return Rates" note={`over ${RETURN_RATE_DAYS} days`} className="panel-body-flush narrow-table">
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
  if (Number(rate) > Number(limit)) return <ToneBadge tone="gray">Too few returns</ToneBadge>;
  return <ToneBadge tone="green">Within limit</ToneBadge>;
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
        <Fact term="Peak transaction" value={formatMoney(peakTransactionAmount)} definition="peakTransaction" />
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

function BackToCompaniesLink() {
  return (
    <Link to={useRememberedListPath('/companies')} state={SKIP_DEFAULT_VIEW} className="back-link">
      <ArrowLeftOutlined aria-hidden /> Back to Company Analysis
    </Link>
  );
}

function CompanyDetails({ detail }: { detail: CompanyDetail }) {
  const { asOf, firstActivityDate, lastActivityDate, riskMetrics } = detail;
  return (
    <>
      <div className="detail-head">
        <BackToCompaniesLink />
        <span className="explained">
          <RiskBadge level={riskMetrics.riskLevel} label={`${RISK_LABELS[riskMetrics.riskLevel]} Risk`} />
          <DefinitionInfo figure="companyRiskLevel" />
        </span>
        <span className="quiet" title={`Source: ${detail.lineOfBusinessSource}`}>
          {detail.lineOfBusiness}
        </span>
        <span className="quiet">
          {firstActivityDate === null || lastActivityDate === null
            ? 'Entries have no dates'
            : `Active from ${formatDay(firstActivityDate)} to ${formatDay(lastActivityDate)}`}
        </span>
        <AsOf day={asOf} />
      </div>
      <FigureCards>
        <FigureCard definition="companyMembers" figure={formatCount(detail.memberCount)} />
        <FigureCard definition="companyTransactions" figure={formatCount(detail.totalTransactions)} />
        <FigureCard definition="averageTransaction" figure={formatMoney(detail.avgTransactionAmount)} />
        <FigureCard definition="averageDailyVolume" figure={formatMoney(riskMetrics.averageDailyVolume)} />
      </FigureCards>
      <div className="detail-row detail-row-figures">
        <RiskAssessment detail={detail} />
        <ReturnRates rates={detail.returnRates} />
      </div>
      <CompanyTabs detail={detail} />
    </>
  );
}

export default function CompanyScreen() {
  const { pathname } = useLocation();
  const company = companyFromPath(pathname) ?? '';
  return <LoadedCompany key={company} company={company} />;
}

function LoadedCompany({ company }: { company: string }) {
  const details = useQuery(getCompany(company));
  const navigate = useNavigate();
  const list = useRememberedListPath('/companies');
  // Checked before cached data is shown: an undone import may have removed the company.
  if (isNotFound(details.error)) {
    return (
      <Panel title="Company Not Found">
        <PanelEmpty text={`No company named ${company} is in the ledger`}>
          <Button type="primary" onClick={() => void navigate(list, { state: SKIP_DEFAULT_VIEW })}>
            Back to Companies
          </Button>
        </PanelEmpty>
      </Panel>
    );
  }
  return (
    <div className="screen-rows">
      {details.data === undefined && <BackToCompaniesLink />}
      <QueryStates
        query={details}
        skeleton={
          <div className="screen-rows">
            <FigureCardsSkeleton />
            <PanelSkeleton lines={3} height={28} />
            <PanelSkeleton lines={1} height={320} />
          </div>
        }
        failed="Failed to load company details. Please try again."
      >
        {(detail) => <CompanyDetails detail={detail} />}
      </QueryStates>
    </div>
  );
}
