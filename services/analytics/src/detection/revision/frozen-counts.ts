import type { AlertEvidence, EvidenceCompany } from '@clearwatch/contracts/alerts';

/**
 * Evidence says how many other accounts use a company, as that was when the alert was raised. The ledger keeps no history
 * of it: of what was frozen and what is counted now the smaller is taken. Imports since then can only have added accounts,
 * the undone one can only have taken some away.
 */
export function withFrozenCounts(evidence: AlertEvidence, frozen: readonly EvidenceCompany[]): AlertEvidence {
  const before = new Map(frozen.map(({ company, otherAccounts }) => [company, otherAccounts]));
  const companies = evidence.companies.map((shown) => ({
    ...shown,
    otherAccounts: Math.min(shown.otherAccounts, before.get(shown.company) ?? shown.otherAccounts),
  }));
  return { ...evidence, companies };
}
