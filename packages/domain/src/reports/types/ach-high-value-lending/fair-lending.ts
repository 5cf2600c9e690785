import type { ReportSection, Span } from '@clearwatch/contracts/reports/report-document';
import { ABOUT_PERCENT } from '../../../members/against-normal.ts';
import { counted, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import type { Lending } from '../../topics/lending/lending.ts';
import { list, section } from '../../topics/sections.ts';
import { statedCriteria } from './stated-lending.ts';

/** What the list may be used for and what not (Equal Credit Opportunity Act, Fair Credit Reporting Act). */
export function fairLendingSection({ sheet }: ReportContext): ReportSection | null {
  const rule = (label: string, name: string) =>
    sheet.word({ label, source: 'Code of Federal Regulations' }, name);
  const discrimination = rule('Rule against discrimination in lending', '12 CFR 1002.4');
  const assistance = rule('Rule on income from public assistance', '12 CFR 1002.6(b)(5)');
  const adverse = rule('Rule on notices of adverse action', '12 CFR 1002.9');
  return section(
    'Fair lending',
    list(
      prose`A screening aid, not a credit decision: nobody is approved or refused by it, and who is not listed may apply like anybody else.`,
      prose`The tests read amounts and days of ACH entries alone, nothing of age, sex, race, religion, origin or marital status (${discrimination}). Names can hint at these: choose by the figures.`,
      prose`Wages, pensions and public assistance count alike, as they must (${assistance}).`,
      prose`Whoever applies is owed a decision on the application and a notice if it is refused (${adverse}).`,
    ),
  );
}

export function lendingMethod({ tested }: Lending, context: ReportContext): Span[] {
  const { income, bills, months } = statedCriteria(context);
  const swing = context.sheet.share(
    { label: 'Most by which a steady month may stay below the usual', source: 'Definition of this report' },
    ABOUT_PERCENT / 100,
  );
  const note = { label: 'Members tested for steadiness', source: 'Those with the most credits' };
  const cut =
    tested === null
      ? ''
      : prose` Of those active lately, the ${counted(context.sheet.count(note, tested), 'member')} with the most credits were tested for it.`;
  return prose`Tests: monthly income of ${income} or more over the year, bills of at most ${bills} of it, risk level low, an entry within the last month of the ledger, and no month of the last ${months} whole ones more than ${swing} below their median.${cut} Loans and cards are read from the names of companies and how entries are described; debts paid in other ways are not seen.`;
}
