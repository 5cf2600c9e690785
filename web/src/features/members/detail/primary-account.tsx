import type { MemberRow } from '@clearwatch/contracts/members.dto';
import { Link } from 'react-router-dom';
import { companyAddress, hasCompanyPage } from '../../../addresses/company-address.ts';
import { Fact, Facts } from '../../../figures/facts.tsx';
import { formatDay } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import { Panel } from '../../../panels/panel.tsx';

export function PrimaryAccount({ member }: { member: MemberRow }) {
  const { accountNumber, accountNumbers, displayName, company, lastActivityDate } = member;
  const others = accountNumbers.filter((number) => number !== accountNumber);
  return (
    <Panel title="Primary Account">
      <Facts>
        <Fact term="Name" value={displayName} />
        <Fact term="Account number" value={accountNumber} />
        {others.length > 0 && <Fact term="Also written" value={others.join(', ')} />}
        <Fact
          term="Company"
          value={
            hasCompanyPage(company) ? <Link to={companyAddress(company)}>{company}</Link> : company || 'None'
          }
        />
        <Fact
          term="Last activity"
          value={lastActivityDate === null ? 'Never' : formatDay(lastActivityDate)}
          definition="lastActivity"
        />
        <Fact
          term="Total credits (12 months)"
          value={formatMoney(member.totalCredits)}
          definition="memberCredits"
        />
        <Fact
          term="Total debits (12 months)"
          value={formatMoney(member.totalDebits)}
          definition="memberDebits"
        />
      </Facts>
    </Panel>
  );
}
