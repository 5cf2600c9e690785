import { counterpartyOf, type DescribedEntry, entryMeaningOf } from './counterparty.ts';
import type { CounterpartyKind } from './counterparty-table.ts';

/** Lines of business that supervisors call high-risk for the ACH. */
export type HighRiskBusiness = 'cryptocurrency' | 'gambling' | 'payday or cash advance' | 'money remittance';

/**
 * Kinds of counterparties that are one. Sources: FFIEC BSA/AML manual, ACH and third-party processors; FinCEN FIN-2012-A010 and
 * notices on virtual currency.
 */
const HIGH_RISK_BUSINESSES: Partial<Readonly<Record<CounterpartyKind, HighRiskBusiness>>> = {
  crypto: 'cryptocurrency',
  gambling: 'gambling',
  payday_lender: 'payday or cash advance',
  remittance: 'money remittance',
};

/**
 * The high-risk line of business that a company's name tells, or null. Where it tells nothing, `described` says what the company
 * is by its entries (`describedKindOf`).
 */
export function highRiskBusinessOf(
  company: string,
  described: CounterpartyKind | null = null,
): HighRiskBusiness | null {
  const { kind } = counterpartyOf(company);
  return HIGH_RISK_BUSINESSES[kind === 'unknown' ? (described ?? kind) : kind] ?? null;
}

/** The high-risk line of business that an entry tells by its description where its company's name tells nothing. */
export function highRiskBusinessOfEntry(entry: DescribedEntry): HighRiskBusiness | null {
  return HIGH_RISK_BUSINESSES[entryMeaningOf(entry).kind] ?? null;
}
