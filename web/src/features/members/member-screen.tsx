import './members.css';
import { ArrowLeftOutlined, LockOutlined } from '@ant-design/icons';
import type { MemberDetail, MemberRow } from '@clearwatch/contracts/members.dto';
import type { LegalHold } from '@clearwatch/contracts/retention.dto';
import { parseCents } from '@clearwatch/domain/money/cents';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { isNotFound } from '../../api/error-messages.ts';
import { listAccountHolds } from '../../api/legal-holds-api.ts';
import { getMember, type MemberQuery } from '../../api/members-api.ts';
import { getCurrentUser } from '../../api/session-api.ts';
import { AsOf, DefinitionInfo } from '../../components/definition-info.tsx';
import { Fact, Facts, FigureCard, FigureCards, FigureCardsSkeleton } from '../../components/figure-cards.tsx';
import { PlaceHoldDialog, ReleaseHoldDialog } from '../../components/legal-hold-dialogs.tsx';
import { NewestTransactions } from '../../components/newest-transactions.tsx';
import { Panel, PanelEmpty, PanelSkeleton, QueryStates, TruncationNote } from '../../components/panel.tsx';
import { RISK_LABELS, RiskBadge } from '../../components/risk-badges.tsx';
import { DebtRatioBadge } from '../../components/tone-badge.tsx';
import { formatDateTime, formatDay } from '../../lib/date-format.ts';
import { formatCount, formatMoney, formatWholeDollars } from '../../lib/number-format.ts';
import {
  companyPath,
  hasCompanyPage,
  memberNamesFromPath,
  memberPath,
  SKIP_DEFAULT_VIEW,
  useRememberedListPath,
} from '../../lib/page-paths.ts';
import { readPositiveInteger } from '../../lib/url-params.ts';
import { MemberContextPanels } from './member-context-panels.tsx';
import { MonthlyChart, MonthlyHistory } from './member-flow-charts.tsx';

function BackToMembersLink() {
  return (
    <Link to={useRememberedListPath('/analysis')} state={SKIP_DEFAULT_VIEW} className="back-link">
      <ArrowLeftOutlined aria-hidden /> Back to Customer Analysis
    </Link>
  );
}

function MemberFigureCards({ detail }: { detail: MemberDetail }) {
  const { member, totalTransactions, averageMonthlyTransactions } = detail;
  return (
    <FigureCards>
      <FigureCard
        definition="monthlyIncome"
        figure={formatWholeDollars(member.monthlyIncome)}
        exact={formatMoney(member.monthlyIncome)}
        note={`${formatMoney(member.totalCredits)} in 12 months`}
      />
      <FigureCard
        definition="monthlyBills"
        figure={formatWholeDollars(member.monthlyBills)}
        exact={formatMoney(member.monthlyBills)}
        note={`${formatMoney(member.totalDebits)} in 12 months`}
      />
      <FigureCard
        definition="incomeToDebtRatio"
        figure={<DebtRatioBadge ratio={member.incomeToDebtRatio} />}
        note={parseCents(member.totalCredits) === 0 ? 'no income in 12 months' : 'of income goes to bills'}
      />
      <FigureCard
        label="Total Transactions"
        figure={formatCount(totalTransactions)}
        definition="memberTransactions"
        note={
          <span className="explained">
            {averageMonthlyTransactions.toFixed(1)} in an average month
            <DefinitionInfo figure="averageMonthlyTransactions" />
          </span>
        }
      />
    </FigureCards>
  );
}

function MemberHolds({ member }: { member: Pick<MemberRow, 'accountNumber' | 'displayName'> }) {
  const isAdmin = useQuery(getCurrentUser()).data?.role === 'Admin';
  const { data: holds } = useQuery(listAccountHolds(member.accountNumber));
  const [isPlacing, setIsPlacing] = useState(false);
  const [releasing, setReleasing] = useState<LegalHold | null>(null);
  if (holds === undefined || (holds.total === 0 && !isAdmin)) return null;
  return (
    <section className="member-holds" aria-label="Legal holds">
      {holds.items.map((hold) => (
        <p key={hold.id} className="member-hold">
          <LockOutlined aria-hidden />
          <span>
            <strong>{hold.accountNumber === null ? 'Legal hold on everything' : 'Legal hold'}</strong>
            {hold.reference !== null && ` ${hold.reference}`}: {hold.reason}{' '}
            <span className="quiet">
              Placed by {hold.placedBy}, {formatDateTime(hold.placedAt)}. No data for this account is removed.
            </span>
          </span>
          {isAdmin && (
            <Button size="small" onClick={() => setReleasing(hold)}>
              Release
            </Button>
          )}
        </p>
      ))}
      {isAdmin && (
        <Button size="small" icon={<LockOutlined aria-hidden />} onClick={() => setIsPlacing(true)}>
          Place legal hold
        </Button>
      )}
      {isPlacing && (
        <PlaceHoldDialog
          account={{ number: member.accountNumber, name: member.displayName }}
          onClose={() => setIsPlacing(false)}
        />
      )}
      {releasing !== null && <ReleaseHoldDialog hold={releasing} onClose={() => setReleasing(null)} />}
    </section>
  );
}

function PrimaryAccount({ member }: { member: MemberRow }) {
  const { accountNumber, accountNumbers, displayName, company, lastActivityDate } = member;
  const others = accountNumbers.filter((number) => number !== accountNumber);
  return (
    <Panel title="Primary Account">
      <Facts>
        <Fact term="Name" value={displayName} />
        <Fact term="Account number" value={accountNumber} />
        {others.length > 0 && <Fact term="Also written as" value={others.join(', ')} />}
        <Fact
          term="Company"
          value={hasCompanyPage(company) ? <Link to={companyPath(company)}>{company}</Link> : company || 'None'}
        />
        <Fact
          term="Last activity"
          value={lastActivityDate === null ? 'Never' : formatDay(lastActivityDate)}
          definition="lastActivity"
        />
        <Fact term="Total credits (12 months)" value={formatMoney(member.totalCredits)} definition="memberCredits" />
        <Fact term="Total debits (12 months)" value={formatMoney(member.totalDebits)} definition="memberDebits" />
      </Facts>
    </Panel>
  );
}

/** The ledger cannot distinguish people with the same name, and the panel says so. */
function RelatedAccounts({ detail }: { detail: MemberDetail }) {
  const { relatedAccounts, relatedCount } = detail;
  const { firstName, lastName } = detail.member;
  return (
    <Panel title="Related Accounts" note={relatedCount > 0 && formatCount(relatedCount)}>
      {relatedAccounts.length === 0 ? (
        <p className="quiet plain-line">No other account has this name.</p>
      ) : (
        <>
          <p className="quiet plain-line">
            These accounts have the same name but may belong to other members. No figure above includes them. Amounts
            cover the last 12 months.
          </p>
          <ul className="related-accounts">
            {relatedAccounts.map((account) => (
              <li key={account.id}>
                <span className="related-account">
                  <Link className="figures" to={memberPath({ id: account.id, firstName, lastName })}>
                    {account.accountNumber}
                  </Link>
                  <span className="quiet">{account.company}</span>
                </span>
                <span className="related-money figures">
                  <span>{formatMoney(account.totalCredits)} in</span>
                  <span>{formatMoney(account.totalDebits)} out</span>
                </span>
              </li>
            ))}
          </ul>
          <TruncationNote shown={relatedAccounts.length} total={relatedCount} />
        </>
      )}
    </Panel>
  );
}

function MemberDetails({ detail }: { detail: MemberDetail }) {
  const { member, asOf, monthlyHistory } = detail;
  return (
    <>
      <div className="detail-head">
        <BackToMembersLink />
        <span className="explained">
          <RiskBadge level={member.riskLevel} label={`${RISK_LABELS[member.riskLevel]} Risk`} />
          <DefinitionInfo figure="memberRiskLevel" />
        </span>
        <AsOf day={asOf} />
      </div>
      <MemberHolds member={member} />
      <MemberFigureCards detail={detail} />
      <div className="detail-row">
        <MonthlyChart months={monthlyHistory} name={member.displayName} />
        <div className="detail-column">
          <PrimaryAccount member={member} />
          <RelatedAccounts detail={detail} />
        </div>
      </div>
      <MemberContextPanels member={member} />
      <div className="detail-row detail-row-tables">
        <Panel title="Latest Transactions" className="panel-body-flush narrow-table">
          <NewestTransactions accountNumber={member.accountNumber} />
        </Panel>
        <MonthlyHistory months={monthlyHistory} />
      </div>
    </>
  );
}

export default function MemberScreen() {
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const { firstName = '', lastName = '' } = memberNamesFromPath(pathname) ?? {};
  const memberId = readPositiveInteger(params, 'member');
  return (
    <LoadedMember
      key={JSON.stringify([firstName, lastName, memberId])}
      firstName={firstName}
      lastName={lastName}
      memberId={memberId}
    />
  );
}

function LoadedMember(query: MemberQuery) {
  const member = useQuery(getMember(query));
  const navigate = useNavigate();
  const list = useRememberedListPath('/analysis');
  // Checked before the cached data: the import may have been undone.
  if (isNotFound(member.error)) {
    return (
      <Panel title="Member Not Found">
        <PanelEmpty text={`Unable to find member details for ${query.firstName} ${query.lastName}`}>
          <Button type="primary" onClick={() => void navigate(list, { state: SKIP_DEFAULT_VIEW })}>
            Back to Analysis
          </Button>
        </PanelEmpty>
      </Panel>
    );
  }
  return (
    <div className="screen-rows">
      {member.data === undefined && <BackToMembersLink />}
      <QueryStates
        query={member}
        skeleton={
          <div className="screen-rows">
            <p className="quiet member-loading">Loading member details...</p>
            <FigureCardsSkeleton />
            <PanelSkeleton lines={1} height={320} />
            <PanelSkeleton lines={6} height={28} />
          </div>
        }
        failed="The member details could not be loaded."
      >
        {(detail) => <MemberDetails detail={detail} />}
      </QueryStates>
    </div>
  );
}
