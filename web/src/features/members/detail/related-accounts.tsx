import type { MemberDetail } from '@clearwatch/contracts/members.dto';
import { Link } from 'react-router-dom';
import { memberAddress } from '../../../addresses/member-address.ts';
import { formatCount } from '../../../formats/count.ts';
import { formatMoney } from '../../../formats/money.ts';
import { Panel } from '../../../panels/panel.tsx';

/** Accounts that bear the same name. The ledger cannot tell one person from a namesake, and the screen says so. */
export function RelatedAccounts({ detail }: { detail: MemberDetail }) {
  const { member, relatedAccounts, relatedCount } = detail;
  const hidden = relatedCount - relatedAccounts.length;
  return (
    <Panel
      title="Related Accounts"
      badges={relatedCount > 0 && <span className="quiet">{formatCount(relatedCount)}</span>}
    >
      {relatedAccounts.length === 0 ? (
        <p className="quiet plain-line">No other account bears this name.</p>
      ) : (
        <>
          <p className="quiet plain-line">
            Same name, not necessarily the same person. No figure above includes them. Their money is that of
            the last 12 months.
          </p>
          <ul className="related-accounts">
            {relatedAccounts.map((account) => (
              <li key={account.id}>
                <span className="related-account">
                  <Link
                    className="figures"
                    to={memberAddress({
                      id: account.id,
                      firstName: member.firstName,
                      lastName: member.lastName,
                    })}
                  >
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
          {hidden > 0 && (
            <p className="quiet plain-line">
              Showing first {formatCount(relatedAccounts.length)} of {formatCount(relatedCount)}
            </p>
          )}
        </>
      )}
    </Panel>
  );
}
