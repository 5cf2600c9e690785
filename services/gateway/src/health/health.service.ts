import type { HealthReport } from '@clearwatch/contracts/http/health';
import { askAll, type HealthProbe, Recovering } from '@clearwatch/service-kit/health/health-probe';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ask } from '../proxy/ask.ts';
import { Upstreams } from '../proxy/upstreams.ts';
import { UPSTREAMS, type Upstream } from '../routes/route.ts';

/** Anybody may ask; asking must not become a way to load every service. */
const FRESH_MS = 1_000;

/** Really asks: every service, which asks what it needs in turn, the gateway's own database, the queue. */
@Injectable()
export class HealthService {
  private readonly probes: readonly HealthProbe[];
  private last: { at: number; report: Promise<HealthReport> } | undefined;

  constructor(
    private readonly upstreams: Upstreams,
    database: DataSource,
    queue: JobProducer,
  ) {
    this.probes = [
      ...UPSTREAMS.map((service) => ({ name: service, ask: () => this.askService(service) })),
      { name: 'database', ask: () => database.query('SELECT 1') },
      { name: 'queue', ask: () => queue.ask() },
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
      waitsFor: report.waitsFor,
      checks: report.checks.map(({ name, state, milliseconds }) => ({ name, state, milliseconds })),
    };
  }

  private async askService(service: Upstream): Promise<void> {
    const answer = await ask(this.upstreams.of(service), '/health', { patienceMs: 5_000 });
    if (answer.ok) return;
    const report = (await answer.json().catch(() => null)) as Partial<HealthReport> | null;
    if (report?.status === 'recovering') throw new Recovering(`${service} waits for its database`);
    throw new Error(`${service} says ${answer.status}`);
  }
}
