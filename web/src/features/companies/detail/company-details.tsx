import type { CompanyDetail } from '@clearwatch/contracts/companies.dto';
import { DefinitionInfo } from '../../../definitions/definition-info.tsx';
import { AsOf } from '../../../figures/as-of.tsx';
import { FigureCard } from '../../../figures/figure-card.tsx';
import { FigureCards } from '../../../figures/figure-cards.tsx';
import { formatCount } from '../../../formats/count.ts';
import { formatDay } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import { RISK_WORDS, RiskBadge } from '../../../risk/risk-badge.tsx';
import { BackToCompanies } from './back-to-companies.tsx';
import { CompanyTabs } from './company-tabs.tsx';
import { ReturnRates } from './return-rates.tsx';
import { RiskAssessment } from './risk-assessment.tsx';

/** One company: what it moves, how risky it is and for whom. */
export function CompanyDetails({ detail }: { detail: CompanyDetail }) {
  const { asOf, firstActivityDate, lastActivityDate, riskMetrics } = detail;
  return (
    <>
      <div className="detail-head">
        <BackToCompanies />
        <span className="explained">
          <RiskBadge level={riskMetrics.riskLevel} label={`${RISK_WORDS[riskMetrics.riskLevel]} Risk`} />
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
