import './companies.css';
import { ArrowLeftOutlined } from '@ant-design/icons';
import type { CompanyDetail } from '@clearwatch/contracts/companies.dto';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { getCompany } from '../../api/companies-api.ts';
import { isNotFound } from '../../api/error-messages.ts';
import { DefinitionInfo } from '../../components/definition-info.tsx';
import { AsOf, FigureCard, FigureCards, FigureCardsSkeleton } from '../../components/figure-cards.tsx';
import { Panel, PanelEmpty, PanelSkeleton, QueryStates } from '../../components/panel.tsx';
import { RISK_LABELS, RiskBadge } from '../../components/risk-badges.tsx';
import { formatDay } from '../../lib/date-format.ts';
import { formatCount, formatMoney } from '../../lib/number-format.ts';
import { companyFromPath, SKIP_DEFAULT_VIEW, useRememberedListPath } from '../../lib/page-paths.ts';
import { ReturnRates, RiskAssessment } from './company-risk-panel.tsx';
import { CompanyTabs } from './company-tabs.tsx';

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
            ? 'Its entries have no date'
            : `Active from ${formatDay(firstActivityDate)} to ${formatDay(lastActivityDate)}`}
        </span>
        <AsOf day={asOf} />
      </div>
      <FigureCards label="Key figures">
        <FigureCard label="Members" figure={formatCount(detail.memberCount)} definition="companyMembers" />
        <FigureCard
          label="Total Transactions"
          figure={formatCount(detail.totalTransactions)}
          definition="companyTransactions"
        />
        <FigureCard
          label="Avg Transaction"
          figure={formatMoney(detail.avgTransactionAmount)}
          definition="averageTransaction"
        />
        <FigureCard
          label="Daily Avg"
          figure={formatMoney(riskMetrics.averageDailyVolume)}
          definition="averageDailyVolume"
        />
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
  // Checked before the cached data: the import may have been undone.
  if (isNotFound(details.error)) {
    return (
      <Panel title="Company Not Found">
        <PanelEmpty text={`The ledger holds no company called ${company}`}>
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
