import type { Span } from '@clearwatch/contracts/reports/report-document';
import { counted, prose } from '../../prose.ts';
import type { ReportContext } from '../../report-composer.ts';
import type { Lending, LendingCandidate } from '../../topics/lending/lending.ts';
import { memberWords } from '../../topics/members/member-words.ts';
import { sizeWords } from '../../topics/size-words.ts';
import { lenderWord } from './lenders.ts';
import { candidateFacts, statedFunnel } from './stated-lending.ts';

const MOST_NAMED = 3;

export function lendingActions(lending: Lending, context: ReportContext): (Span[] | null)[] {
  if (lending.funnel.steady === 0) return [paydayCare(lending, context)];
  const paying = lending.candidates.filter(({ lenders }) => lenders.length > 0).slice(0, MOST_NAMED);
  const { steady } = statedFunnel(lending, context);
  return [
    lending.funnel.steady === 1
      ? null
      : prose`Compliance: agree to the tests before anybody calls, and see to it that all ${counted(steady, 'member')} who pass them get the same offer, not the listed ones alone.`,
    ...paying.map((candidate) => callWords(candidate, context)),
    paying.length === 0
      ? prose`Loan officers: nothing here is refinanced, since none of them pays another lender; ask before offering what they may not need.`
      : prose`Loan officers: take an application and a credit report before any decision; this list replaces neither.`,
    paydayCare(lending, context),
  ];
}

function callWords(candidate: LendingCandidate, context: ReportContext): Span[] {
  const { toLenders, mainLender, mainKind, usual, ratio } = candidateFacts(candidate, context);
  const kind = mainKind === null || mainLender === null ? '' : prose`, mostly to ${mainLender} (${mainKind})`;
  return prose`Loan officers: compare the own terms for ${memberWords(context.sheet, candidate.member)}, who pays other lenders ${sizeWords(toLenders)} a month${kind}; ${sizeWords(usual)} comes in during a median month, and all bills take ${ratio}.`;
}

function paydayCare({ lenders }: Lending, context: ReportContext): Span[] | null {
  const [largest] = lenders.filter(({ kind, nowCents }) => kind === 'payday loan' && nowCents > 0);
  if (largest === undefined) return null;
  return prose`Member services: offer those who pay ${lenderWord(largest, context)} a small loan of the institution instead; payday loans cost members more.`;
}
