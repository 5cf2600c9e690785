import type { AlertEvidence } from '@clearwatch/contracts/fraud/alert-evidence';
import type { CompanyTable } from '../companies.ts';
import { companyKey } from '../company-key.ts';
import type { Entry } from '../entry.ts';

/** What the companies of an alert may have been taken for when it was raised; nobody wrote it down. */
export interface Standing {
  isKnown: boolean;
  isSpray: boolean;
}

/**
 * The institution of today, but for the companies in an alert's evidence: those have as many users as the evidence counts
 * and the given standing.
 *
 * @param entries those of the member, whose own accounts evidence does not count
 */
export function companiesAsFrozen(
  today: CompanyTable,
  { evidence, entries }: { evidence: AlertEvidence; entries: readonly Entry[] },
  standing: Standing,
): CompanyTable {
  const users = new Map(
    evidence.companies.map(({ company, otherAccounts }) => {
      const key = companyKey(company);
      const own = new Set(
        entries.filter((entry) => entry.companyKey === key).map(({ accountNumber }) => accountNumber),
      );
      return [key, otherAccounts + own.size];
    }),
  );
  return {
    accountsUsing: (key) => users.get(key) ?? today.accountsUsing(key),
    isKnown: (key) => (users.has(key) ? standing.isKnown : today.isKnown(key)),
    isSpray: (key) => (users.has(key) ? standing.isSpray : today.isSpray(key)),
    firstSeen: (key) => today.firstSeen(key),
    debitsOnArrival: (key) => today.debitsOnArrival(key),
  };
}
