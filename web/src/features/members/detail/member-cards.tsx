import type { MemberDetail } from '@clearwatch/contracts/members.dto';
import { parseCents } from '@clearwatch/domain/money/cents';
import { DefinitionInfo } from '../../../definitions/definition-info.tsx';
import { DebtRatioBadge } from '../../../figures/debt-ratio-badge.tsx';
import { FigureCard } from '../../../figures/figure-card.tsx';
import { FigureCards } from '../../../figures/figure-cards.tsx';
import { formatCount } from '../../../formats/count.ts';
import { formatMoney, formatWholeDollars } from '../../../formats/money.ts';

export function MemberCards({ detail }: { detail: MemberDetail }) {
  const { member, totalTransactions, averageMonthlyTransactions } = detail;
  return (
    <FigureCards label="Key figures">
      <FigureCard
        label="Monthly Income"
        figure={formatWholeDollars(member.monthlyIncome)}
        exact={formatMoney(member.monthlyIncome)}
        definition="monthlyIncome"
        note={`${formatMoney(member.totalCredits)} in 12 months`}
      />
      <FigureCard
        label="Monthly Bills"
        figure={formatWholeDollars(member.monthlyBills)}
        exact={formatMoney(member.monthlyBills)}
        definition="monthlyBills"
        note={`${formatMoney(member.totalDebits)} in 12 months`}
      />
      <FigureCard
        label="Income-to-Debt Ratio"
        figure={<DebtRatioBadge ratio={member.incomeToDebtRatio} />}
        definition="incomeToDebtRatio"
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
