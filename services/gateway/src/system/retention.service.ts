import { MIN_RETENTION_YEARS } from '@clearwatch/contracts/retention';
import { RetainedData, type RetentionReport, type RetentionStatus } from '@clearwatch/contracts/retention.dto';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { NOTHING_RETAINED } from '@clearwatch/service-kit/health/service-health.controller';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayEnvironment } from '../gateway-environment.ts';
import { type Caller, Upstreams } from '../proxy/upstreams.ts';
import type { Upstream } from '../routes/route-table.ts';
import { parseResponse } from '../sign-in/auth-client.ts';

/** Spec section 9. */
export const retentionKinds = (keptYears: number) =>
  [
    { kind: 'transactions', keptYears, legalMinimumYears: MIN_RETENTION_YEARS, holder: 'analytics' },
    { kind: 'ai_reports', keptYears: 2, legalMinimumYears: null, holder: 'reports' },
    // Kept as long as the records that it mentions.
    { kind: 'activity_log', keptYears, legalMinimumYears: MIN_RETENTION_YEARS, holder: 'auth' },
  ] as const;

/** Longer than a service needs to detect an unreachable database. */
const STATUS_TIMEOUT_MS = 3_000;

export async function internalStatus<T extends object>(
  upstreams: Upstreams,
  service: Upstream,
  { caller, path, shape }: { caller: Caller; path: string; shape: new () => T },
): Promise<T | null> {
  try {
    const options = { caller, timeoutMs: STATUS_TIMEOUT_MS };
    const response = await upstreams.request(service, `/internal/${path}`, options);
    return response.ok ? await parseResponse(shape, response) : null;
  } catch {
    return null;
  }
}

@Injectable()
export class RetentionService {
  constructor(
    private readonly upstreams: Upstreams,
    @Inject(ENVIRONMENT) private readonly environment: GatewayEnvironment,
  ) {}

  async read(caller: Caller): Promise<RetentionReport> {
    const request = { caller, path: 'retention', shape: RetainedData };
    const kinds = retentionKinds(this.environment.TRANSACTIONS_KEPT_YEARS).map(
      async ({ holder, ...kind }): Promise<RetentionStatus> => {
        const held = await internalStatus(this.upstreams, holder, request);
        return Object.assign({ ...kind, isKnown: held !== null }, held ?? NOTHING_RETAINED);
      },
    );
    return { kinds: await Promise.all(kinds) };
  }
}
