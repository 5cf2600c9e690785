import type { HealthReport } from '@clearwatch/contracts/http/health';
import { Controller, Get, HttpCode, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Public } from '../identity/allow.decorator.ts';
import { askAll, HEALTH_PROBES, type HealthProbe } from './health-probe.ts';

/** Private health of one service: 200 when everything it needs answers, 503 otherwise. */
@ApiExcludeController()
@Public()
@Controller('health')
export class HealthController {
  constructor(@Inject(HEALTH_PROBES) private readonly probes: HealthProbe[]) {}

  /** A process that is not frozen answers this whatever its database and its queue do. */
  @Get('alive')
  @HttpCode(204)
  alive(): void {
    // The answer itself says it.
  }

  @Get()
  async report(@Res({ passthrough: true }) response: Response): Promise<HealthReport> {
    const report = await askAll(this.probes);
    response.status(report.status === 'up' ? 200 : 503);
    return report;
  }
}
