import type { RetainedData } from '@clearwatch/contracts/retention.dto';
import type { HealthReport, ServiceStatus } from '@clearwatch/contracts/system-status.dto';
import { Controller, Get, HttpCode, Inject, Optional, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { ENVIRONMENT } from '../boot/kit.module.ts';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { Allow, Public } from '../identity/identity.guard.ts';
import { withTimeout } from '../time/async-timing.ts';
import { checkHealth, HEALTH_PROBES, type HealthProbe } from './health-probe.ts';
import { SOFTWARE_VERSION } from './software-version.ts';

@ApiExcludeController()
@Public()
@Controller('health')
export class HealthController {
  constructor(@Inject(HEALTH_PROBES) private readonly probes: HealthProbe[]) {}

  /** Liveness: independent of database and queue. */
  @Get('alive')
  @HttpCode(204)
  alive(): void {
    // Responds with an empty 204.
  }

  @Get()
  async report(@Res({ passthrough: true }) response: Response): Promise<HealthReport> {
    const report = await checkHealth(this.probes);
    response.status(report.status === 'up' ? 200 : 503);
    return report;
  }
}

/** Facts about one service for the system status screen. All are optional. */
export interface StatusSource {
  facts(): Promise<Pick<ServiceStatus, 'newestImport' | 'uploads' | 'ledger' | 'anchorProblems'>>;
  retained(): Promise<RetainedData>;
}

/** Optional provider, exported by a module of the service. */
export const STATUS_SOURCE = Symbol('status source');

export const NOTHING_RETAINED: RetainedData = {
  count: 0,
  oldestDay: null,
  nextRemovalDay: null,
  nextRemovalCount: 0,
  withheldCount: 0,
  lastPurge: null,
};

/** Shorter than the gateway's timeout, so that an unreachable database does not hide the other facts. */
const FACTS_TIMEOUT_MS = 1_500;
const startedAt = new Date(Date.now() - performance.now()).toISOString();

@ApiExcludeController()
@Controller('internal')
export class StatusController {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: ServiceEnvironment,
    @Inject(HEALTH_PROBES) private readonly probes: HealthProbe[],
    @Optional() @Inject(STATUS_SOURCE) private readonly source?: Partial<StatusSource>,
  ) {}

  @Get('status')
  @Allow('Gateway')
  async status(): Promise<ServiceStatus> {
    const [{ checks }, facts] = await Promise.all([checkHealth(this.probes), this.facts()]);
    return { role: this.environment.PROCESS_ROLE, version: SOFTWARE_VERSION, startedAt, checks, ...facts };
  }

  @Get('retention')
  @Allow('Gateway')
  async retention(): Promise<RetainedData> {
    return (await this.source?.retained?.()) ?? NOTHING_RETAINED;
  }

  /** Empty on failure: the checks explain why. */
  private async facts(): ReturnType<StatusSource['facts']> {
    const facts = this.source?.facts?.() ?? Promise.resolve({});
    return withTimeout(FACTS_TIMEOUT_MS, facts).catch(() => ({}));
  }
}
