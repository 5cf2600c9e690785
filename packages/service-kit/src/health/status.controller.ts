import type { RetainedData, ServiceStatus } from '@clearwatch/contracts/internal/service-status';
import { Controller, Get, Inject, Optional } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ENVIRONMENT } from '../boot/kit.module.ts';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { Allow } from '../identity/allow.decorator.ts';
import { within } from '../time/within.ts';
import { askAll, HEALTH_PROBES, type HealthProbe } from './health-probe.ts';
import { SOFTWARE_VERSION } from './software-version.ts';
import { NOTHING_RETAINED, STATUS_SOURCE, type StatusSource } from './status-source.ts';

/** Shorter than the patience of whoever asks: a database that is away must not hide what is known without it. */
const FACTS_PATIENCE_MS = 1_500;
const startedAt = new Date(Date.now() - performance.now()).toISOString();

/** What one service tells the gateway of itself. */
@ApiExcludeController()
@Controller('internal')
export class StatusController {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: ServiceEnvironment,
    @Inject(HEALTH_PROBES) private readonly probes: HealthProbe[],
    @Optional() @Inject(STATUS_SOURCE) private readonly source?: StatusSource,
  ) {}

  @Get('status')
  @Allow('Gateway')
  async status(): Promise<ServiceStatus> {
    const [{ checks }, facts] = await Promise.all([askAll(this.probes), this.facts()]);
    return { role: this.environment.PROCESS_ROLE, version: SOFTWARE_VERSION, startedAt, checks, ...facts };
  }

  @Get('retention')
  @Allow('Gateway')
  async retention(): Promise<RetainedData> {
    return this.source === undefined ? NOTHING_RETAINED : this.source.retained();
  }

  /** None when they cannot be had: the checks beside them say why. */
  private async facts(): ReturnType<StatusSource['facts']> {
    if (this.source === undefined) return {};
    return within(FACTS_PATIENCE_MS, this.source.facts()).catch(() => ({}));
  }
}
