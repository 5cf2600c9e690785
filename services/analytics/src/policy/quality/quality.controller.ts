import { RuleQuality } from '@clearwatch/contracts/detection-policy.dto';
import { AllowStaff } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { QualityRepository } from './quality.repository.ts';

@Controller('api/detection/quality')
export class QualityController {
  constructor(private readonly quality: QualityRepository) {}

  @Get()
  @AllowStaff()
  @ApiOkResponse({ type: RuleQuality, isArray: true, description: 'By rule, newest policy version first.' })
  list(): Promise<RuleQuality[]> {
    return this.quality.ofRulesAndVersions();
  }
}
