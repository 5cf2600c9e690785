import './dashboard.css';
import { displayName, maskAccount } from '@clearwatch/domain/members/member-names';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { listTopDepositors } from '../../api/dashboard-api.ts';
import { Panel, PanelEmpty, QueryStates, SkeletonLines } from '../../components/panel.tsx';
import { formatMoney, formatQuantity } from '../../lib/number-format.ts';
import { memberPath } from '../../lib/page-paths.ts';
import { MetricCards } from './metric-cards.tsx';
import { TransactionTrends } from './transaction-trends.tsx';
import { UnusualActivityPanel } from './unusual-activity-panel.tsx';

/** Spec section 9. */
const TOP_RECIPIENTS_QUERY = { limit: 10, days: 365 };
const LINK_TO_ALL_ABOVE = 4;

function TopRecipients() {
  const recipients = useQuery(listTopDepositors(TOP_RECIPIENTS_QUERY));
  return (
    <Panel title="Top 10 Credit Recipients (12 Months)" className="panel-body-flush">
      <QueryStates
        query={recipients}
        skeleton={
          <div className="recipients-skeleton">
            <SkeletonLines lines={6} height={40} />
          </div>
        }
        failed="The credit recipients could not be loaded."
      >
        {(members) =>
          members.length === 0 ? (
            <PanelEmpty text="No credit recipient data available. Please upload transaction data first.">
              <Link to="/import">Import a file</Link>
            </PanelEmpty>
          ) : (
            <>
              <ol className="recipients">
                {members.map((member, index) => (
                  <li key={member.id}>
                    <span className="recipient-rank figures">{index + 1}</span>
                    <span className="recipient-who">
                      <Link className="recipient-name" to={memberPath(member)}>
                        {displayName(member)}
                      </Link>
                      <span className="recipient-account quiet">
                        <span>{member.company}</span>
                        <span className="figures">{maskAccount(member.accountNumber)}</span>
                      </span>
                    </span>
                    <span className="recipient-figures figures">
                      <strong>{formatMoney(member.totalCredits)}</strong>
                      <span className="quiet">{formatQuantity(member.transactionCount, 'transaction')}</span>
                    </span>
                  </li>
                ))}
              </ol>
              {members.length > LINK_TO_ALL_ABOVE && (
                <p className="recipients-all">
                  <Link to="/analysis?sort=totalCredits&order=desc">View All Depositors</Link>
                </p>
              )}
            </>
          )
        }
      </QueryStates>
    </Panel>
  );
}

export default function DashboardScreen() {
  return (
    <div className="dashboard">
      <MetricCards />
      <div className="dashboard-row">
        <TransactionTrends />
        <TopRecipients />
      </div>
      <UnusualActivityPanel />
    </div>
  );
}
