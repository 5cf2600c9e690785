import type { HealthReport } from '@clearwatch/contracts/http/health';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import type { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { askAll, type HealthProbe } from '@clearwatch/service-kit/health/health-probe';
import { QueueProbe } from '@clearwatch/service-kit/jobs/queue-probe';
import { LOGGER } from '@clearwatch/service-kit/logging/logger.token';
import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { Upstreams } from '../proxy/upstreams.ts';
import { UPSTREAMS, type Upstream } from '../routes/route.ts';

/** Anybody may ask; asking must not become a way to load every service. */
const FRESH_MS = 1_000;

/** Really asks: every service, which asks what it needs in turn, the gateway's own database, the queue. */
@Injectable()
export class HealthService implements OnModuleDestroy {
  private readonly queue: QueueProbe;
  private readonly probes: readonly HealthProbe[];
  private last: { at: number; report: Promise<HealthReport> } | undefined;

  constructor(
    private readonly upstreams: Upstreams,
    database: DataSource,
    @Inject(ENVIRONMENT) environment: ServiceEnvironment,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.queue = new QueueProbe(environment, logger);
    this.probes = [
      ...UPSTREAMS.map((service) => ({ name: service, ask: () => this.askService(service) })),
      { name: 'database', ask: () => database.query('SELECT 1') },
      { name: 'queue', ask: () => this.queue.ask() },
    ];
  }

  async report(audience: 'staff' | 'public'): Promise<HealthReport> {
    const now = Date.now();
    if (this.last === undefined || now - this.last.at > FRESH_MS) {
      this.last = { at: now, report: askAll(this.probes) };
    }
    const report = await this.last.report;
    if (audience === 'staff') return report;
    return {
      status: report.status,
      checks: report.checks.map(({ name, state, milliseconds }) => ({ name, state, milliseconds })),
    };
  }

  onModuleDestroy(): Promise<void> {
    return this.queue.close();
  }

  private async askService(service: Upstream): Promise<void> {
    const answer = await fetch(new URL('/health', this.upstreams.of(service).url), {
      redirect: 'error',
      signal: AbortSignal.timeout(5_000),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`${service} says ${answer.status}`);
  }
}
