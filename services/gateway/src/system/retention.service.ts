import type { RetentionOf, RetentionReport } from '@clearwatch/contracts/http/retention';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayEnvironment } from '../environment.ts';
import type { Caller } from '../sign-in/caller.ts';
import { kindsFor } from './kept-kinds.ts';
import { ServiceStatusClient } from './service-status-client.ts';

/** How long data are kept: what is stated, beside what is there. */
@Injectable()
export class RetentionService {
  constructor(
    private readonly client: ServiceStatusClient,
    @Inject(ENVIRONMENT) private readonly environment: GatewayEnvironment,
  ) {}

  async read(caller: Caller): Promise<RetentionReport> {
    const kinds = await Promise.all(
      kindsFor(this.environment.TRANSACTIONS_KEPT_YEARS).map(
        async ({ holder, ...kind }): Promise<RetentionOf> => {
          const held = await this.client.retainedBy(caller, holder);
          return {
            ...kind,
            isKnown: held !== null,
            count: held?.count ?? 0,
            oldestDay: held?.oldestDay ?? null,
            nextRemovalDay: held?.nextRemovalDay ?? null,
            nextRemovalCount: held?.nextRemovalCount ?? 0,
            withheldCount: held?.withheldCount ?? 0,
            lastPurge: held?.lastPurge ?? null,
          };
        },
      ),
    );
    return { kinds };
  }
}
