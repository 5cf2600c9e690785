import type { TransactionMember } from '@clearwatch/contracts/transactions.dto';
import { formatMoney } from '../../../formats/money.ts';
import { Fact } from './fact.tsx';

/** Whose account it is. */
export function MemberCard({ member }: { member: TransactionMember }) {
  const name = `${member.firstName} ${member.lastName}`.trim();
  return (
    <section className="transaction-card" aria-label="Member">
      <h3>Member</h3>
      <dl>
        <Fact term="Name">{name || 'No name in any file'}</Fact>
        <Fact term="Company">{member.company}</Fact>
        <Fact term="Account number">
          <span className="figures">{member.accountNumber}</span>
        </Fact>
        <Fact term="Total credits (all time)">
          <span className="figures">{formatMoney(member.totalCredits)}</span>
        </Fact>
        <Fact term="Total debits (all time)">
          <span className="figures">{formatMoney(member.totalDebits)}</span>
        </Fact>
      </dl>
    </section>
  );
}
