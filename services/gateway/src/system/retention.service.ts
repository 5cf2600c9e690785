import type { RetainedKind, RetentionOf, RetentionReport } from '@clearwatch/contracts/http/retention';
import { Injectable } from '@nestjs/common';
import type { Upstream } from '../routes/route.ts';
import type { Caller } from '../sign-in/caller.ts';
import { ServiceStatusClient } from './service-status-client.ts';

/** The stated periods (spec section 9), who holds the data, and whether a program removes what is older today. */
const KINDS: readonly { kind: RetainedKind; keptYears: number; isEnforced: boolean; holder: Upstream }[] = [
  { kind: 'transactions', keptYears: 7, isEnforced: false, holder: 'analytics' },
  { kind: 'ai_reports', keptYears: 2, isEnforced: true, holder: 'reports' },
  { kind: 'activity_log', keptYears: 1, isEnforced: true, holder: 'auth' },
];

/** How long data are kept: what is stated, beside what is there. */
@Injectable()
export class RetentionService {
  constructor(private readonly client: ServiceStatusClient) {}

  async read(caller: Caller): Promise<RetentionReport> {
    const kinds = await Promise.all(
      KINDS.map(async ({ kind, keptYears, isEnforced, holder }): Promise<RetentionOf> => {
        const held = await this.client.retainedBy(caller, holder);
        return {
          kind,
          keptYears,
          isEnforced,
          isKnown: held !== null,
          count: held?.count ?? 0,
          oldestDay: held?.oldestDay ?? null,
          nextRemovalDay: held?.nextRemovalDay ?? null,
          nextRemovalCount: held?.nextRemovalCount ?? 0,
        };
      }),
    );
    return { kinds };
  }
}
