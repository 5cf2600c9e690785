import { maskAccount } from '../../../members/mask-account.ts';
import type { Stated } from '../../fact-sheet.ts';
import type { ReportContext } from '../../report-composer.ts';
import type { Lending, LendingCandidate } from '../../topics/lending/lending.ts';
import { LEAST_INCOME, MOST_BILLS_PERCENT, STEADY_MONTHS } from '../../topics/lending/steady-income.ts';
import { notedAsOf } from '../../topics/noted.ts';

const DEFINED = 'Definition of this report';
const LIST = 'Figures of the member list, twelve months that end with the ledger';

export function statedCriteria({ sheet }: ReportContext): { income: Stated; bills: Stated; months: Stated } {
  return {
    income: sheet.money({ label: 'Least monthly income', source: DEFINED }, LEAST_INCOME),
    bills: sheet.share(
      { label: 'Largest part of the income that bills may take', source: DEFINED },
      MOST_BILLS_PERCENT / 100,
    ),
    months: sheet.count(
      { label: 'Whole months over which income must be steady', source: DEFINED },
      STEADY_MONTHS,
    ),
  };
}

export function statedFunnel(lending: Lending, { asked, sheet }: ReportContext) {
  const { funnel } = lending;
  const count = (label: string, number: number) => sheet.count(notedAsOf(label, LIST, asked.asOf), number);
  return {
    members: count('Members with credits within the year', funnel.members),
    income: count('Members with the least income or more', funnel.income),
    bills: count('Of these, members with low bills', funnel.bills),
    calm: count('Of these, members at low risk', funnel.calm),
    recent: count('Of these, members active lately', funnel.recent),
    steady: count('Of these, members with steady income', funnel.steady),
    payingOthers: sheet.count(
      notedAsOf(
        'Members with steady income who pay other lenders',
        'Debits of lenders in the steady months',
        asked.asOf,
      ),
      lending.payingOthers,
    ),
    payingOthersCents: sheet.money(
      notedAsOf(
        'Monthly payments of these to other lenders',
        'Debits of lenders in the steady months',
        asked.asOf,
      ),
      lending.payingOthersCents,
    ),
  };
}

/** What is stated of a candidate, wherever it is. */
export function candidateFacts(candidate: LendingCandidate, { asked, sheet }: ReportContext) {
  const who = maskAccount(candidate.member.accountNumber);
  const [main] = candidate.lenders;
  const money = (label: string, source: string, cents: number) =>
    sheet.money(notedAsOf(`${label} of ${who}`, source, asked.asOf), cents);
  return {
    income: money('Monthly income', LIST, candidate.incomeCents),
    usual: money('Median month’s credits', 'Median of the steady months', candidate.usualCents),
    lowest: money('Lowest credits of a steady month', 'Daily totals of the account', candidate.lowestCents),
    bills: money('Monthly bills', LIST, candidate.billsCents),
    ratio: sheet.share(
      notedAsOf(`Bills as a part of the income of ${who}`, LIST, asked.asOf),
      candidate.ratio,
    ),
    toLenders: money(
      'Monthly payments to other lenders',
      'Debits of lenders in the steady months',
      candidate.lenders.reduce((sum, { cents }) => sum + cents, 0),
    ),
    mainLender:
      main === undefined
        ? null
        : sheet.company(
            { label: `Lender that ${who} pays most`, source: 'Debits of the account' },
            main.company,
          ),
    mainKind:
      main === undefined
        ? null
        : sheet.word(
            { label: `What ${who} repays`, source: 'Read from company and entry description' },
            main.kind,
          ),
  };
}
