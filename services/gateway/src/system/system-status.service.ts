import {
  type BackupStatus,
  type HealthReport,
  ServiceStatus,
  type SystemComponent,
  type SystemDetails,
  type SystemStatus,
} from '@clearwatch/contracts/system-status.dto';
import type { Role } from '@clearwatch/contracts/users';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { checkHealth, type HealthProbe, probesOf, RecoveringError } from '@clearwatch/service-kit/health/health-probe';
import { SOFTWARE_VERSION } from '@clearwatch/service-kit/health/software-version';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { QueueInspector } from '@clearwatch/service-kit/jobs/queue-inspection';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Caller, internalRequest, Upstreams } from '../proxy/upstreams.ts';
import { UPSTREAMS, type Upstream } from '../routes/route-table.ts';
import { LAST_BACKUP_SQL, toBackupStatus } from './last-backup.ts';
import { internalStatus } from './retention.service.ts';
import { QUEUE_TEXTS, systemProblems } from './system-problems.ts';

/** Public requests must not put load on every service. */
const CACHE_MS = 1_000;

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
      ...UPSTREAMS.map((service) => ({ name: service, check: () => this.checkService(service) })),
      ...probesOf(database, queue),
    ];
  }

  async report(audience: 'staff' | 'public'): Promise<HealthReport> {
    const now = Date.now();
    if (this.last === undefined || now - this.last.at > CACHE_MS) {
      this.last = { at: now, report: checkHealth(this.probes) };
    }
    const report = await this.last.report;
    if (audience === 'staff') return report;
    return {
      status: report.status,
      waitsFor: report.waitsFor,
      checks: report.checks.map(({ name, state, milliseconds }) => ({ name, state, milliseconds })),
    };
  }

  private async checkService(service: Upstream): Promise<void> {
    const answer = await internalRequest(this.upstreams.of(service), '/health', { timeoutMs: 5_000 });
    if (answer.ok) return;
    const report = (await answer.json().catch(() => null)) as Partial<HealthReport> | null;
    if (report?.status === 'recovering') throw new RecoveringError(`${service} is waiting for its database`);
    throw new Error(`${service} responded with status ${answer.status}`);
  }
}

const startedAt = new Date(Date.now() - performance.now()).toISOString();
const GATEWAY_COMPONENT: SystemComponent = {
  name: 'gateway',
  title: 'Web and sessions',
  state: 'up',
  milliseconds: 0,
};

type Statuses = Readonly<Record<Upstream, ServiceStatus | null>>;

@Injectable()
export class SystemStatusService {
  constructor(
    private readonly health: HealthService,
    private readonly upstreams: Upstreams,
    private readonly queues: QueueInspector,
    private readonly database: DataSource,
  ) {}

  async read(caller: Caller, role: Role): Promise<SystemStatus> {
    const isAdmin = role === 'Admin';
    const [{ checks, status }, statuses, queues, backup] = await Promise.all([
      this.health.report('staff'),
      this.statuses(caller),
      // The health checks report failures of the queues.
      isAdmin ? this.queues.counts().catch(() => null) : null,
      isAdmin ? this.lastBackup() : null,
    ]);
    const uploads = statuses.ingest?.uploads ?? null;
    const versions = [SOFTWARE_VERSION, ...Object.values(statuses).flatMap((known) => known?.version ?? [])];
    const titled = queues?.map((queue) => ({ ...queue, title: QUEUE_TEXTS[queue.name].title })) ?? null;
    const parts = checks.map(({ name, state, milliseconds }): SystemComponent => {
      return { name, title: this.titleOf(name), state, milliseconds };
    });
    return {
      state: status,
      askedAt: new Date().toISOString(),
      parts: [GATEWAY_COMPONENT, ...parts],
      troubles: systemProblems({
        checks,
        titleOf: (service) => this.titleOf(service),
        versions: isAdmin ? versions : [],
        uploads: isAdmin ? uploads : null,
        queues,
        backup,
        anchorProblems: (isAdmin ? statuses.auth?.anchorProblems : null) ?? [],
      }),
      newestImport: statuses.ingest?.newestImport ?? null,
      ledger: statuses.analytics?.ledger ?? null,
      details: isAdmin ? { processes: processesOf(statuses), queues: titled, uploads, backup } : null,
    };
  }

  private async statuses(caller: Caller): Promise<Statuses> {
    const request = { caller, path: 'status', shape: ServiceStatus };
    const statuses = UPSTREAMS.map(
      async (service) => [service, await internalStatus(this.upstreams, service, request)] as const,
    );
    return Object.fromEntries(await Promise.all(statuses)) as Statuses;
  }

  private async lastBackup(): Promise<BackupStatus | null> {
    const [row] = await this.database.query<Row[]>(LAST_BACKUP_SQL).catch(() => []);
    return row === undefined ? null : toBackupStatus(row);
  }

  private titleOf(name: string): string {
    if (name === 'database') return 'Database';
    if (name === 'queue') return 'Work queue';
    const service = UPSTREAMS.find((known) => known === name);
    return service === undefined ? name : this.upstreams.of(service).title;
  }
}

function processesOf(statuses: Statuses): SystemDetails['processes'] {
  const services = UPSTREAMS.map((name) => ({
    name,
    role: statuses[name]?.role ?? null,
    version: statuses[name]?.version ?? null,
    startedAt: statuses[name]?.startedAt ?? null,
  }));
  return [{ name: GATEWAY_COMPONENT.name, role: 'api', version: SOFTWARE_VERSION, startedAt }, ...services];
}
