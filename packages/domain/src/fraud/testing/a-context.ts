import type { Day } from '../../calendar/day.ts';
import type { CompanyTable } from '../companies.ts';
import type { DetectionContext } from '../frame.ts';
import type { DetectionPolicy } from '../policy.ts';
import { defaultPolicy } from '../validate-policy.ts';

/** A ledger old enough for every baseline, the default policy, and only the companies named as known. */
export function aContext(
  given: { known?: readonly string[]; ledgerFirstDay?: Day; policy?: DetectionPolicy } = {},
): DetectionContext {
  return {
    companies: companyTableWith(given.known ?? []),
    policy: given.policy ?? defaultPolicy(),
    ledgerFirstDay: given.ledgerFirstDay ?? '2022-01-03',
  };
}

function companyTableWith(known: readonly string[]): CompanyTable {
  return {
    accountsUsing: (companyKey) => (known.includes(companyKey) ? 40 : 1),
    isKnown: (companyKey) => known.includes(companyKey),
    firstSeen: () => '2022-01-03',
  };
}
