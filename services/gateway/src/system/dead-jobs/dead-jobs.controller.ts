import { FailedJob } from '@clearwatch/contracts/http/failed-jobs';
import type { QueueName } from '@clearwatch/contracts/jobs/job-definition';
import { Controller, Delete, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiNoContentResponse, ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { askingOf } from '../../staff-sessions/asking.ts';
import { DeadJobsService } from './dead-jobs.service.ts';
import { JobIdPipe, QueueNamePipe } from './job-address.pipe.ts';

/** Work that was given up; the route table lets admins in only. */
@ApiTags('Operation')
@Controller('api/system/failed-jobs')
export class DeadJobsController {
  constructor(private readonly jobs: DeadJobsService) {}

  @Get()
  @ApiOkResponse({ type: FailedJob, isArray: true, description: 'The newest hundred of each queue.' })
  list(): Promise<FailedJob[]> {
    return this.jobs.list();
  }

  /** As many tries as a new job has. */
  @Post(':queue/:id/retry')
  @HttpCode(204)
  @ApiParam({ name: 'queue', type: String })
  @ApiNoContentResponse()
  async retry(
    @Req() request: Request,
    @Param('queue', QueueNamePipe) queue: QueueName,
    @Param('id', JobIdPipe) id: string,
  ): Promise<void> {
    await this.jobs.retry(askingOf(request).actor, { queue, id });
  }

  /** Takes it off the list. Work that is still open is queued again within seconds. */
  @Delete(':queue/:id')
  @HttpCode(204)
  @ApiParam({ name: 'queue', type: String })
  @ApiNoContentResponse()
  async discard(
    @Req() request: Request,
    @Param('queue', QueueNamePipe) queue: QueueName,
    @Param('id', JobIdPipe) id: string,
  ): Promise<void> {
    await this.jobs.discard(askingOf(request).actor, { queue, id });
  }
}
