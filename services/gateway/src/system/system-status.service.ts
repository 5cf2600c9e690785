import type { SystemDetails, SystemPart, SystemStatus } from '@clearwatch/contracts/http/system-status';
import type { ServiceStatus } from '@clearwatch/contracts/internal/service-status';
import type { Role } from '@clearwatch/contracts/roles';
import { SOFTWARE_VERSION } from '@clearwatch/service-kit/health/software-version';
import { type QueueCount, QueueCounts } from '@clearwatch/service-kit/jobs/queue-counts';
import { Injectable } from '@nestjs/common';
import { BackupStandingService } from '../backups/backup-standing.service.ts';
import { HealthService } from '../health/health.service.ts';
import { Upstreams } from '../proxy/upstreams.ts';
import { UPSTREAMS, type Upstream } from '../routes/route.ts';
import type { Caller } from '../sign-in/caller.ts';
import { QUEUE_WORDS } from './queue-words.ts';
import { ServiceStatusClient } from './service-status-client.ts';
import { troublesOf } from './troubles.ts';

const startedAt = new Date(Date.now() - performance.now()).toISOString();
const ITSELF: SystemPart = { name: 'gateway', title: 'Web and sessions', state: 'up', milliseconds: 0 };

type Statuses = Readonly<Record<Upstream, ServiceStatus | null>>;

/** How the system is, asked at this moment: what answers, how much waits, what has to be done about it. */
@Injectable()
export class SystemStatusService {
  constructor(
    private readonly health: HealthService,
    private readonly client: ServiceStatusClient,
    private readonly upstreams: Upstreams,
    private readonly queueCounts: QueueCounts,
    private readonly backups: BackupStandingService,
  ) {}

  /** Processes, queues and disks are told to admins; others learn what answers, and how far the ledger reaches. */
  async read(caller: Caller, role: Role): Promise<SystemStatus> {
    const isAdmin = role === 'Admin';
    const [{ checks, status }, statuses, queues, backup] = await Promise.all([
      this.health.report('staff'),
      this.statuses(caller),
      // That it does not answer stands among the checks.
      isAdmin ? this.queueCounts.ask().catch(() => null) : null,
      isAdmin ? this.backups.read() : null,
    ]);
    const uploads = statuses.ingest?.uploads ?? null;
    const versions = [SOFTWARE_VERSION, ...answered(statuses).map(({ version }) => version)];
    const parts = checks.map(
      ({ name, state, milliseconds }): SystemPart => ({
        name,
        title: this.titleOf(name),
        state,
        milliseconds,
      }),
    );
    return {
      state: status,
      askedAt: new Date().toISOString(),
      parts: [ITSELF, ...parts],
      troubles: troublesOf({
        checks,
        titleOf: (service) => this.titleOf(service),
        versions: isAdmin ? versions : [],
        uploads: isAdmin ? uploads : null,
        queues,
        backup,
      }),
      newestImport: statuses.ingest?.newestImport ?? null,
      ledger: statuses.analytics?.ledger ?? null,
      details: isAdmin
        ? { processes: processesOf(statuses), queues: namedQueues(queues), uploads, backup }
        : null,
    };
  }

  private async statuses(caller: Caller): Promise<Statuses> {
    const asked = UPSTREAMS.map(
      async (service) => [service, await this.client.statusOf(caller, service)] as const,
    );
    return Object.fromEntries(await Promise.all(asked)) as Statuses;
  }

  private titleOf(name: string): string {
    if (name === 'database') return 'Database';
    if (name === 'queue') return 'Work queue';
    const service = UPSTREAMS.find((known) => known === name);
    return service === undefined ? name : this.upstreams.of(service).title;
  }
}

function answered(statuses: Statuses): ServiceStatus[] {
  return Object.values(statuses).filter((status) => status !== null);
}

function processesOf(statuses: Statuses): SystemDetails['processes'] {
  const services = UPSTREAMS.map((name) => ({
    name,
    role: statuses[name]?.role ?? null,
    version: statuses[name]?.version ?? null,
    startedAt: statuses[name]?.startedAt ?? null,
  }));
  return [{ name: ITSELF.name, role: 'api', version: SOFTWARE_VERSION, startedAt }, ...services];
}

function namedQueues(queues: readonly QueueCount[] | null): SystemDetails['queues'] {
  return queues?.map((queue) => Object.assign({ title: QUEUE_WORDS[queue.name].title }, queue)) ?? null;
}
