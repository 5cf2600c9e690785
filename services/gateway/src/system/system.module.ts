import { QUEUES, type QueueName } from '@clearwatch/contracts/job-definition';
import { RetentionReport } from '@clearwatch/contracts/retention.dto';
import { FailedJob, HealthReport, SystemStatus } from '@clearwatch/contracts/system-status.dto';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { QueueInspector } from '@clearwatch/service-kit/jobs/queue-inspection';
import {
  Controller,
  Delete,
  Get,
  HttpCode,
  Injectable,
  Module,
  Param,
  ParseEnumPipe,
  type PipeTransform,
  Post,
  Req,
  Res,
} from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiParam, ApiServiceUnavailableResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { callerOf, ProxyModule } from '../proxy/upstreams.ts';
import { principalOf, signedInOf } from '../sessions/session-principal.ts';
import { FailedJobsService } from './failed-jobs.service.ts';
import { RetentionService } from './retention.service.ts';
import { HealthService, SystemStatusService } from './system-status.service.ts';

@ApiTags('Operation')
@Controller('api/health')
class HealthController {
  constructor(private readonly health: HealthService) {}

  /** Only staff see reasons. */
  @Get()
  @ApiOkResponse({ type: HealthReport })
  @ApiServiceUnavailableResponse({ type: HealthReport })
  async report(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<HealthReport> {
    const isStaff = principalOf(request)?.session.stage === 'complete';
    const report = await this.health.report(isStaff ? 'staff' : 'public');
    response.status(report.status === 'up' ? 200 : 503);
    return report;
  }
}

/** The characters that a job's `identity` may contain (job-definition.ts in contracts). */
const JOB_ID = /^[A-Za-z0-9][A-Za-z0-9.-]{0,199}$/;

const QUEUE_NAME = new ParseEnumPipe(QUEUES, { exceptionFactory: noSuchJob });

@Injectable()
class JobIdPipe implements PipeTransform<string, string> {
  transform(value: string): string {
    if (!JOB_ID.test(value)) throw noSuchJob();
    return value;
  }
}

function noSuchJob(): AppError {
  return new AppError('not_found', 'This failed job does not exist.');
}

/** The route table admits admins only. */
@ApiTags('Operation')
@Controller('api/system/failed-jobs')
class FailedJobsController {
  constructor(private readonly jobs: FailedJobsService) {}

  @Get()
  @ApiOkResponse({ type: FailedJob, isArray: true, description: 'The 100 newest failed jobs in each queue.' })
  list(): Promise<FailedJob[]> {
    return this.jobs.list();
  }

  @Post(':queue/:id/retry')
  @HttpCode(204)
  @ApiParam({ name: 'queue', type: String })
  @ApiNoContentResponse()
  async retry(
    @Req() request: Request,
    @Param('queue', QUEUE_NAME) queue: QueueName,
    @Param('id', JobIdPipe) id: string,
  ): Promise<void> {
    await this.jobs.act(signedInOf(request).actor, 'retry', { queue, id });
  }

  /** If the work is still open, the reconciler queues it again within seconds. */
  @Delete(':queue/:id')
  @HttpCode(204)
  @ApiParam({ name: 'queue', type: String })
  @ApiNoContentResponse()
  async discard(
    @Req() request: Request,
    @Param('queue', QUEUE_NAME) queue: QueueName,
    @Param('id', JobIdPipe) id: string,
  ): Promise<void> {
    await this.jobs.act(signedInOf(request).actor, 'discard', { queue, id });
  }
}

@ApiTags('Operation')
@Controller('api/system')
class SystemController {
  constructor(
    private readonly system: SystemStatusService,
    private readonly retention: RetentionService,
  ) {}

  @Get('status')
  @ApiOkResponse({ type: SystemStatus })
  status(@Req() request: Request): Promise<SystemStatus> {
    return this.system.read(callerOf(request), principalOf(request)?.principal.role ?? 'User');
  }

  @Get('retention')
  @ApiOkResponse({ type: RetentionReport })
  retained(@Req() request: Request): Promise<RetentionReport> {
    return this.retention.read(callerOf(request));
  }
}

@Module({
  imports: [ProxyModule],
  controllers: [HealthController, SystemController, FailedJobsController],
  providers: [HealthService, RetentionService, SystemStatusService, FailedJobsService, QueueInspector],
})
export class SystemModule {}
