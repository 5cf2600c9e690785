import { type AlertEvidence, categoryOf } from '@clearwatch/contracts/alerts';
import type { UnusualActivityDetail } from '@clearwatch/contracts/alerts.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { maskAccount } from '@clearwatch/domain/members/member-names';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { memberAddress } from '../../../addresses/member-address.ts';
import { formatDateTime, formatDay, withFormattedDays } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import { ChangeBadge } from '../../../risk/change-badge.tsx';
import { RiskBadge } from '../../../risk/risk-badge.tsx';
import { daysWords } from './days-words.ts';

interface AlertHeadProps {
  activity: UnusualActivityDetail;
  evidence: AlertEvidence;
}

/** What was seen, in plain words, about whom and when. */
export function AlertHead({ activity, evidence }: AlertHeadProps) {
  const { id, activityType, riskLevel, description, amount, percentageChange } = activity;
  const label = activityLabel(activityType);
  const category = categoryOf(activityType);
  return (
    <div className="evidence-head">
      <p className="evidence-on-paper">Confidential – SAR-adjacent; do not disclose</p>
      <div className="evidence-title">
        <h2>{label}</h2>
        <RiskBadge level={riskLevel} />
        <span className="quiet">
          {category !== label && `${category} · `}Alert {id}
        </span>
      </div>
      <p className="evidence-seen">{withFormattedDays(description)}</p>
      <dl className="evidence-facts">
        <Fact term="Member">
          <MemberName activity={activity} />
        </Fact>
        <Fact term="Account">{maskAccount(activity.accountNumber)}</Fact>
        <Fact term="Amount">
          <span className="evidence-amount">
            {formatMoney(amount)} <ChangeBadge percent={percentageChange} />
          </span>
        </Fact>
        <Fact term="Window">{daysWords(evidence.window)}</Fact>
        <Fact term="Completed on">{formatDay(activity.activityDate)}</Fact>
        <Fact term="Detected">{formatDateTime(activity.createdAt)}</Fact>
      </dl>
    </div>
  );
}

function MemberName({ activity }: { activity: UnusualActivityDetail }) {
  const { memberId, memberName, firstName, lastName } = activity;
  if (memberId === null) return memberName;
  return <Link to={memberAddress({ id: memberId, firstName, lastName })}>{memberName}</Link>;
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}
