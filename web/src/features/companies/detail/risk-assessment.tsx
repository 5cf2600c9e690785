import { CheckCircleOutlined, FlagOutlined } from '@ant-design/icons';
import type { CompanyDetail } from '@clearwatch/contracts/companies.dto';
import { Fact, Facts } from '../../../figures/facts.tsx';
import { formatMoney } from '../../../formats/money.ts';
import { Panel } from '../../../panels/panel.tsx';
import { RiskBadge } from '../../../risk/risk-badge.tsx';
import { ScoreBadge } from '../score-badge.tsx';

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
