import { displayName, maskAccount } from '@clearwatch/domain/members/member-names';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { memberAddress } from '../../../addresses/member-address.ts';
import { listTopDepositors } from '../../../api/list-top-depositors.ts';
import { formatCounted } from '../../../formats/count.ts';
import { formatMoney } from '../../../formats/money.ts';
import { Panel } from '../../../panels/panel.tsx';
import { PanelEmpty, QueryStates } from '../../../panels/panel-states.tsx';
import { SkeletonLines } from '../../../panels/skeleton-lines.tsx';
import './top-recipients.css';

/** Spec section 9: ten, over 365 days. */
const TOP = { limit: 10, days: 365 };
/** The way to all of them stands there when there are more. */
const MORE_THAN = 4;

export function TopRecipients() {
  const recipients = useQuery(listTopDepositors(TOP));
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
                      <Link className="recipient-name" to={memberAddress(member)}>
                        {displayName(member)}
                      </Link>
                      <span className="recipient-account quiet">
                        <span>{member.company}</span>
                        <span className="figures">{maskAccount(member.accountNumber)}</span>
                      </span>
                    </span>
                    <span className="recipient-figures figures">
                      <strong>{formatMoney(member.totalCredits)}</strong>
                      <span className="quiet">{formatCounted(member.transactionCount, 'transaction')}</span>
                    </span>
                  </li>
                ))}
              </ol>
              {members.length > MORE_THAN && (
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
