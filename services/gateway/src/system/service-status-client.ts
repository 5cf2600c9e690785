import { RetainedData, ServiceStatus } from '@clearwatch/contracts/internal/service-status';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { IDENTITY_HEADER, IdentityKeys, signIdentity } from '@clearwatch/service-kit/identity/identity-token';
import { traceHeaders } from '@clearwatch/service-kit/tracing/spans';
import { Inject, Injectable } from '@nestjs/common';
import type { GatewayEnvironment } from '../environment.ts';
import { ask } from '../proxy/ask.ts';
import { Upstreams } from '../proxy/upstreams.ts';
import type { Upstream } from '../routes/route.ts';
import { parseAnswer } from '../sign-in/auth-answer.ts';
import type { Caller } from '../sign-in/caller.ts';

/** Longer than a service takes to find out that its database is away. */
const PATIENCE_MS = 3_000;

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
    return this.ask(caller, service, { path: '/internal/status', shape: ServiceStatus });
  }

  retainedBy(caller: Caller, service: Upstream): Promise<RetainedData | null> {
    return this.ask(caller, service, { path: '/internal/retention', shape: RetainedData });
  }

  private async ask<Answer extends object>(
    caller: Caller,
    service: Upstream,
    { path, shape }: { path: string; shape: new () => Answer },
  ): Promise<Answer | null> {
    const actor = { userId: null, username: 'gateway', role: 'Gateway', ...caller } as const;
    try {
      const answer = await ask(this.upstreams.of(service), path, {
        headers: {
          [IDENTITY_HEADER]: signIdentity(actor, service, this.keys),
          'x-request-id': caller.requestId,
          ...traceHeaders(),
        },
        patienceMs: PATIENCE_MS,
      });
      return answer.ok ? await parseAnswer(shape, answer) : null;
    } catch {
      return null;
    }
  }
}
