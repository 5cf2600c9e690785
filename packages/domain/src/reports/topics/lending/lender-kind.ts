import { highRiskLineOf } from '../../../companies/high-risk-lines.ts';
import { companyKey } from '../../../fraud/company-key.ts';
import { inWords } from '../../../fraud/preparation/words-of.ts';

/** What a lender elsewhere is paid for. */
export type LenderKind = 'mortgage' | 'auto loan' | 'student loan' | 'credit card' | 'payday loan' | 'loan';

/** First match wins: "TRUCK AUTO CREDT LOAN PYMT" is an auto loan. */
const KINDS: readonly [LenderKind, RegExp][] = [
  ['credit card', /CRCARD|CREDIT ?CARD|CARD ?P(?:YM|MT|AY)|\bCARD(?:S|MEMBER)?$|\bCARD\b/],
  ['mortgage', /\b(?:MTG|MORTG(?:AGE)?|MTGE|HOME ?LOANS?|HELOC)\b/],
  ['student loan', /\b(?:STUDENT ?LOANS?|CAMPUS ?LOANS?|DEPT ?ED(?:UCATION)?|NAVIENT|NELNET|MOHELA)\b/],
  [
    'auto loan',
    /\b(?:AUTO(?:MOTIVE)?|CAR|TRUCK|MOTOR)\b.*\b(?:FIN\w*|CRE?DI?T|LOANS?|PYMT|PMT|ACCEPTANCE)\b/,
  ],
  ['loan', /\b(?:LOANS?|LENDING|LENDER|FINANCE|FINANCIAL CORP|FIN)\b/],
];
/** Words of a lender that say what else a debit is for. */
const NO_LOAN = /\b(?:INS(?:URANCE)?|PREM|TAX|DONATION|GIFT ?CARD|REWARDS? CLUB|MEMBERSHIP)\b/;

/**
 * What a debit repays, read from the company's name and its entry description; null when neither speaks of a loan or card.
 * Payday lenders are told as detection tells them.
 */
export function lenderKindOf(company: string, entryDescription: string | null): LenderKind | null {
  if (highRiskLineOf(companyKey(company)) === 'payday or cash advance') return 'payday loan';
  const words = inWords(`${company} ${entryDescription ?? ''}`).trim();
  if (NO_LOAN.test(words)) return null;
  return KINDS.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}
