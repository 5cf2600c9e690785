import type { RetainedKind } from '@clearwatch/contracts/http/retention';
import { LEAST_KEPT_YEARS } from '@clearwatch/contracts/retention/retention-periods';
import type { Upstream } from '../routes/route.ts';

/** The stated periods (spec section 9), who holds the data. */
export const kindsFor = (transactionYears: number): readonly KeptKind[] => [
  {
    kind: 'transactions',
    keptYears: transactionYears,
    legalMinimumYears: LEAST_KEPT_YEARS,
    holder: 'analytics',
  },
  { kind: 'ai_reports', keptYears: 2, legalMinimumYears: null, holder: 'reports' },
  // As long as the records it speaks of.
  {
    kind: 'activity_log',
    keptYears: transactionYears,
    legalMinimumYears: LEAST_KEPT_YEARS,
    holder: 'auth',
  },
];

interface KeptKind {
  kind: RetainedKind;
  keptYears: number;
  legalMinimumYears: number | null;
  holder: Upstream;
}
