import { AlertCounts } from '@clearwatch/contracts/alerts.dto';
import { AllowStaff } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { AlertCountsService } from './alert-counts.service.ts';

@AllowStaff()
@Controller('api/unusual-activities/counts')
export class AlertCountsController {
  constructor(private readonly counts: AlertCountsService) {}

  @Get()
  @ApiOkResponse({ type: AlertCounts })
  count(): Promise<AlertCounts> {
    return this.counts.count();
  }
}
