import type { MemberDetail } from '@clearwatch/contracts/members.dto';
import { DefinitionInfo } from '../../../definitions/definition-info.tsx';
import { AsOf } from '../../../figures/as-of.tsx';
import { RISK_WORDS, RiskBadge } from '../../../risk/risk-badge.tsx';
import { BackToMembers } from './back-to-members.tsx';
import { LastTransactions } from './last-transactions.tsx';
import { MemberCards } from './member-cards.tsx';
import { MemberHolds } from './member-holds.tsx';
import { MemberSurroundings } from './member-surroundings.tsx';
import { MonthlyChart } from './monthly-chart.tsx';
import { MonthlyHistory } from './monthly-history.tsx';
import { PrimaryAccount } from './primary-account.tsx';
import { RelatedAccounts } from './related-accounts.tsx';

/** One account from all sides: its year, its accounts, whom it deals with, what was found, where it came from. */
export function MemberDetails({ detail }: { detail: MemberDetail }) {
  const { member, asOf, monthlyHistory } = detail;
  return (
    <>
      <div className="detail-head">
        <BackToMembers />
        <span className="explained">
          <RiskBadge level={member.riskLevel} label={`${RISK_WORDS[member.riskLevel]} Risk`} />
          <DefinitionInfo figure="memberRiskLevel" />
        </span>
        <AsOf day={asOf} />
      </div>
      <MemberHolds member={member} />
      <MemberCards detail={detail} />
      <div className="detail-row">
        <MonthlyChart months={monthlyHistory} name={member.displayName} />
        <div className="detail-column">
          <PrimaryAccount member={member} />
          <RelatedAccounts detail={detail} />
        </div>
      </div>
      <MemberSurroundings member={member} />
      <div className="detail-row detail-row-tables">
        <LastTransactions accountNumber={member.accountNumber} />
        <MonthlyHistory months={monthlyHistory} />
      </div>
    </>
  );
}
