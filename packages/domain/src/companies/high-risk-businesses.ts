import { counterpartyOf, type DescribedEntry, entryMeaningOf } from './counterparty.ts';
import type { CounterpartyKind } from './counterparty-table.ts';

export type HighRiskBusiness = 'cryptocurrency' | 'gambling' | 'payday or cash advance' | 'money remittance';

/** Sources: FFIEC BSA/AML manual, ACH and third-party processors; FinCEN FIN-2012-A010 and notices on virtual currency. */
const HIGH_RISK_BUSINESSES: Partial<Readonly<Record<CounterpartyKind, HighRiskBusiness>>> = {
  crypto: 'cryptocurrency',
  gambling: 'gambling',
  payday_lender: 'payday or cash advance',
  remittance: 'money remittance',
};

/** By the company's name, otherwise by `described`, the kind from its entries (`kindFromDescriptions`). */
export function highRiskBusinessOf(company: string, described: CounterpartyKind | null = null) {
  const { kind } = counterpartyOf(company);
  return HIGH_RISK_BUSINESSES[kind === 'unknown' ? (described ?? kind) : kind] ?? null;
}

/** By the entry's description when the company's name is unknown. */
export function highRiskBusinessOfEntry(entry: DescribedEntry): HighRiskBusiness | null {
  return HIGH_RISK_BUSINESSES[entryMeaningOf(entry).kind] ?? null;
}
