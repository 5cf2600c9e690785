import type { UnusualActivityDetail } from '@clearwatch/contracts/http/unusual-activities';
import { maskAccount } from '@clearwatch/domain/members/mask-account';
import { formatDay } from '../../formats/dates.ts';
import { formatMoney } from '../../formats/money.ts';
import { activityLabel } from '../../risk/activity-label.ts';
import { RiskBadge } from '../../risk/risk-badge.tsx';
import { ReviewForm } from './decide/review-form.tsx';
import { EvidenceCompanies } from './why/evidence-companies.tsx';
import { EvidenceEntries } from './why/evidence-entries.tsx';
import { EvidenceFigures } from './why/evidence-figures.tsx';
import { EvidenceRule } from './why/evidence-rule.tsx';
import './alert.css';

/** Everything an examiner needs to repeat the reasoning, in the order of the questions he asks. */
export function AlertView({ activity }: { activity: UnusualActivityDetail }) {
  const { evidence } = activity;
  return (
    <div className="evidence">
      <div className="evidence-head">
        <div className="evidence-title">
          <h2>{activityLabel(activity.activityType)}</h2>
          <RiskBadge level={activity.riskLevel} />
        </div>
        <p>{activity.description}</p>
        <dl className="evidence-facts">
          <Fact term="Member" value={activity.memberName} />
          <Fact term="Account" value={maskAccount(activity.accountNumber)} />
          <Fact term="Amount" value={formatMoney(activity.amount)} />
          <Fact
            term="Window"
            value={`${formatDay(evidence.window.firstDay)} to ${formatDay(evidence.window.lastDay)}`}
          />
        </dl>
      </div>
      <ReviewForm activity={activity} />
      <EvidenceFigures evidence={evidence} />
      <EvidenceEntries evidence={evidence} />
      {evidence.wouldBeSilent.length > 0 && (
        <section>
          <h3>What would have kept it silent</h3>
          <ul>
            {evidence.wouldBeSilent.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
      <EvidenceCompanies evidence={evidence} />
      <EvidenceRule rule={evidence.rule} />
    </div>
  );
}

function Fact({ term, value }: { term: string; value: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="figures">{value}</dd>
    </div>
  );
}
