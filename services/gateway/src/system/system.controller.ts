import { RetentionReport } from '@clearwatch/contracts/http/retention';
import { SystemStatus } from '@clearwatch/contracts/http/system-status';
import { Controller, Get, Req } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { principalOf } from '../sessions/principal.ts';
import { callerOf } from '../sign-in/caller.ts';
import { RetentionService } from './retention.service.ts';
import { SystemStatusService } from './system-status.service.ts';

@ApiTags('Operation')
@Controller('api/system')
export class SystemController {
  constructor(
    private readonly system: SystemStatusService,
    private readonly retention: RetentionService,
  ) {}

  /** Always 200: what is down is said in the answer. */
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
