import type { ReportSection } from '@clearwatch/contracts/reports/report-document';
import { RED_ABOVE_PERCENT } from '../../../members/debt-ratio-band.ts';
import { maskAccount } from '../../../members/mask-account.ts';
import type { Asked } from '../../asked.ts';
import type { FactSheet } from '../../fact-sheet.ts';
import { counted, paragraph, prose } from '../../prose.ts';
import { table } from '../../table.ts';
import { memberCells } from '../members/member-words.ts';
import { notedAsOf } from '../noted.ts';
import { section } from '../sections.ts';
import type { MemberRisk } from './member-risk.ts';

/** Bills above income: a risk to the member and to what it owes, not a suspicion. */
export function strainSection(
  sheet: FactSheet,
  { strain }: MemberRisk,
  { asOf }: Asked,
): ReportSection | null {
  if (strain.over === 0 && strain.close === 0) return null;
  const of = 'Credits and debits of the twelve months that the member list covers';
  const withIncome = sheet.count(notedAsOf('Members with income', of, asOf), strain.withIncome);
  const over = sheet.count(notedAsOf('Members whose bills are above their income', of, asOf), strain.over);
  const close = sheet.count(
    notedAsOf('Members whose bills are close to their income', of, asOf),
    strain.close,
  );
  const limit = sheet.share(
    {
      label: 'Part of the income above which bills are shown red',
      source: 'Definition of the income-to-debt ratio',
    },
    RED_ABOVE_PERCENT / 100,
  );
  return section(
    'Bills above income',
    paragraph(
      prose`Of ${counted(withIncome, 'member')} with income over ACH, ${over} paid out more than came in over the year, and another ${close} more than ${limit} of it.`,
      prose`That is no sign of wrongdoing. Income may reach these members by other ways, such as checks or cash; where it does not, overdrafts and late payments follow.`,
    ),
    strain.first.length === 0
      ? null
      : table(
          'Members whose bills exceed their income by most, in an average month of the year',
          [
            { label: 'Member', align: 'left' },
            { label: 'Account', align: 'left' },
            { label: 'Monthly income', align: 'right' },
            { label: 'Monthly bills', align: 'right' },
            { label: 'Short by', align: 'right' },
          ],
          strain.first.map(({ member, incomeCents, billsCents }) => {
            const income = sheet.money(
              notedAsOf(`Monthly income of ${maskAccount(member.accountNumber)}`, of, asOf),
              incomeCents,
            );
            const bills = sheet.money(
              notedAsOf(`Monthly bills of ${maskAccount(member.accountNumber)}`, of, asOf),
              billsCents,
            );
            return [
              ...memberCells(sheet, member),
              income,
              bills,
              sheet.difference('Bills beyond the income', bills, income),
            ];
          }),
        ),
  );
}
