import type { Span } from '@clearwatch/contracts/reports/report-document';
import { counted, prose, sentences, strong } from '../../prose.ts';
import type { ReportComposer, ReportContext } from '../../report-composer.ts';
import { actionsSection } from '../../topics/actions-section.ts';
import type { Flows } from '../../topics/flows.ts';
import type { Lending } from '../../topics/lending/lending.ts';
import { limitsSection } from '../../topics/limits.ts';
import { memberWords } from '../../topics/members/member-words.ts';
import { reportOf } from '../../topics/sections.ts';
import { sizeWords } from '../../topics/size-words.ts';
import { lendingActions } from './actions.ts';
import { candidatesSection, chosenSection } from './candidates.ts';
import { fairLendingSection, lendingMethod } from './fair-lending.ts';
import { lendersSection, paydaySection } from './lenders.ts';
import { candidateFacts, statedCriteria, statedFunnel } from './stated-lending.ts';

export interface LendingData {
  flows: Flows;
  lending: Lending;
}

/** Members whose ACH shows steady income with room for a loan, and what they pay lenders elsewhere. */
export const achHighValueLending: ReportComposer<LendingData> = {
  type: 'ach_high_value_lending',
  purpose:
    'Members whose ACH shows steady income, low bills and payments to other lenders: whom a loan officer might call.',
  compose({ flows, lending }, context) {
    return reportOf(headline(lending, context), [
      candidatesSection(lending, context),
      lendersSection(lending, context),
      chosenSection(lending, context),
      paydaySection(lending, context),
      actionsSection(lendingActions(lending, context)),
      fairLendingSection(context),
      limitsSection(flows, [lendingMethod(lending, context)], context),
    ]);
  },
};

function headline(lending: Lending, context: ReportContext): Span[] {
  const { steady } = statedFunnel(lending, context);
  const { income, bills } = statedCriteria(context);
  if (lending.funnel.steady === 0)
    return prose`No member has a steady income of ${sizeWords(income)} a month or more with bills of at most ${bills} of it and no open alert.`;
  const opening = prose`${strong(counted(steady, 'member'))} ${lending.funnel.steady === 1 ? 'has' : 'have'} a steady income of ${sizeWords(income)} a month or more, bills of at most ${bills} of it and no alert that raises the risk.`;
  return sentences(opening, payingWords(lending, context));
}

function payingWords(lending: Lending, context: ReportContext): Span[] {
  const { payingOthers, payingOthersCents } = statedFunnel(lending, context);
  if (lending.payingOthers === 0) return prose`None of them pays another lender by ACH.`;
  const [first] = lending.candidates;
  const whole = prose`${payingOthers} of them ${lending.payingOthers === 1 ? 'pays' : 'pay'} other lenders, ${sizeWords(payingOthersCents)} a month`;
  if (first === undefined || lending.payingOthers === 1) return prose`${whole}.`;
  const { toLenders } = candidateFacts(first, context);
  return prose`${whole} together, and ${memberWords(context.sheet, first.member)} most of all with ${sizeWords(toLenders)}.`;
}
