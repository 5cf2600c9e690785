import type { Entry } from '../entry.ts';
import { readInWords, type Worded } from './words-of.ts';

export type CreditPurpose =
  | 'payroll'
  | 'government'
  | 'tax'
  | 'loan'
  | 'claim'
  | 'distribution'
  | 'expense'
  | 'unemployment';

/** Whole words only: "IRS" must not be found in "FIRST", nor "SSI" in "MISSION". First match wins. */
const PURPOSES: readonly [CreditPurpose, RegExp][] = [
  // Before payroll and government: benefits of several states in one account mark money mules (FIN-2020-A003).
  ['unemployment', /\b(?:UI|EDD|DUA|ESD|DEPT OF LABOR|UNEMPLOYMENT)\b/],
  ['payroll', /\b(?:PAYROLL|SALARY|DIR(?:ECT)? ?DEP(?:OSIT)?|WAGES?|BONUS)\b/],
  ['government', /\bTREAS 310\b|\bXX(?:SOC|SUPP|VA)|\b(?:SSA|SSI|VACP|OPM|PENSION|RETIREMENT)\b/],
  ['tax', /\b(?:TAX ?REF(?:UND)?|IRS|STATE TAX)\b/],
  ['loan', /\b(?:LOANS?|MTG|MORTGAGE|HELOC|LENDING)\b|\bDISBURS/],
  ['claim', /\bCLAIMS?\b/],
  ['distribution', /\b(?:IRA DIST|DIVIDENDS?|ANNUITY|FIN AID)/],
  ['expense', /\b(?:EXPENSES?|EXP REIMB)\b|\bREIMBURS/],
];

const purposeIn = readInWords((words) => PURPOSES.find(([, pattern]) => pattern.test(words))?.[0] ?? null);

/** What a credit says it is for, read from company and entry description; null for debits and silent credits. */
export function purposeOf(entry: Worded & Pick<Entry, 'transactionType'>): CreditPurpose | null {
  return entry.transactionType === 'Credit' ? purposeIn(entry) : null;
}

/** Whether the purpose explains a credit. Unemployment never does. */
export function isExemptPurpose(purpose: CreditPurpose | null): boolean {
  return purpose !== null && purpose !== 'unemployment';
}
