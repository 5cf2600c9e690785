import { MIN_RETENTION_YEARS } from '@clearwatch/contracts/retention';
import type { RetainedKind, RetentionReport, RetentionStatus } from '@clearwatch/contracts/retention.dto';
import { RetainedData, ServiceStatus } from '@clearwatch/contracts/system-status.dto';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { IDENTITY_HEADER, IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import { traceHeaders } from '@clearwatch/service-kit/tracing/tracing';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayEnvironment } from '../gateway-environment.ts';
import { type Caller, internalRequest, Upstreams } from '../proxy/upstreams.ts';
import type { Upstream } from '../routes/route-table.ts';
import { parseResponse } from '../sign-in/auth-client.ts';

/** The stated periods (spec section 9), who holds the data. */
export const retentionKinds = (transactionYears: number): readonly RetentionKind[] => [
  {
    kind: 'transactions',
    keptYears: transactionYears,
    legalMinimumYears: MIN_RETENTION_YEARS,
    holder: 'analytics',
  },
  { kind: 'ai_reports', keptYears: 2, legalMinimumYears: null, holder: 'reports' },
  // As long as the records it speaks of.
  {
    kind: 'activity_log',
    keptYears: transactionYears,
    legalMinimumYears: MIN_RETENTION_YEARS,
    holder: 'auth',
  },
];

interface RetentionKind {
  kind: RetainedKind;
  keptYears: number;
  legalMinimumYears: number | null;
  holder: Upstream;
}

/** Longer than a service takes to find out that its database is away. */
const STATUS_TIMEOUT_MS = 3_000;

/** Asks services of themselves, in the gateway's own name; whatever goes wrong, the answer is null. */
@Injectable()
export class ServiceStatusClient {
  private readonly keys: IdentityKeys;

  constructor(
    @Inject(ENVIRONMENT) environment: GatewayEnvironment,
    private readonly upstreams: Upstreams,
  ) {
    this.keys = new IdentityKeys(environment.IDENTITY_KEYS);
  }

  statusOf(caller: Caller, service: Upstream): Promise<ServiceStatus | null> {
    return this.request(caller, service, { path: '/internal/status', shape: ServiceStatus });
  }

  retainedBy(caller: Caller, service: Upstream): Promise<RetainedData | null> {
    return this.request(caller, service, { path: '/internal/retention', shape: RetainedData });
  }

  private async request<Answer extends object>(
    caller: Caller,
    service: Upstream,
    { path, shape }: { path: string; shape: new () => Answer },
  ): Promise<Answer | null> {
    const actor = { userId: null, username: 'gateway', role: 'Gateway', ...caller } as const;
    try {
      const answer = await internalRequest(this.upstreams.of(service), path, {
        headers: {
          [IDENTITY_HEADER]: signIdentity(actor, service, this.keys),
          'x-request-id': caller.requestId,
          ...traceHeaders(),
        },
        timeoutMs: STATUS_TIMEOUT_MS,
      });
      return answer.ok ? await parseResponse(shape, answer) : null;
    } catch {
      return null;
    }
  }
}

/** How long data are kept: what is stated, beside what is there. */
@Injectable()
export class RetentionService {
  constructor(
    private readonly client: ServiceStatusClient,
    @Inject(ENVIRONMENT) private readonly environment: GatewayEnvironment,
  ) {}

  async read(caller: Caller): Promise<RetentionReport> {
    const kinds = await Promise.all(
      retentionKinds(this.environment.TRANSACTIONS_KEPT_YEARS).map(
        async ({ holder, ...kind }): Promise<RetentionStatus> => {
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
