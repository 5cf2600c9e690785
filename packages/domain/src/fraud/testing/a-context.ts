import type { Day } from '../../calendar/day.ts';
import type { CompanyTable } from '../companies.ts';
import type { DetectionContext } from '../frame.ts';
import type { DetectionPolicy } from '../policy.ts';
import { defaultPolicy } from '../validate-policy.ts';

/** A ledger old enough for every baseline, the default policy, and only the companies named as known or sprays. */
export function aContext(
  given: {
    known?: readonly string[];
    sprays?: readonly string[];
    ledgerFirstDay?: Day;
    weekendShare?: number;
    policy?: DetectionPolicy;
  } = {},
): DetectionContext {
  return {
    companies: companyTableWith(given.known ?? [], given.sprays ?? []),
    policy: given.policy ?? defaultPolicy(),
    ledgerFirstDay: given.ledgerFirstDay ?? '2022-01-03',
    weekendShare: given.weekendShare ?? 0,
  };
}

function companyTableWith(known: readonly string[], sprays: readonly string[]): CompanyTable {
  return {
    accountsUsing: (companyKey) => (known.includes(companyKey) ? 40 : 1),
    isKnown: (companyKey) => known.includes(companyKey),
    firstSeen: () => '2022-01-03',
    isSpray: (companyKey) => sprays.includes(companyKey),
    debitsOnArrival: (companyKey) => (sprays.includes(companyKey) ? { accounts: 8, atOnce: 8 } : null),
  };
}
