import { ImportSummary } from '@clearwatch/contracts/imports.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, HttpCode, HttpStatus, Param, Post } from '@nestjs/common';
import { ApiAcceptedResponse, ApiTags } from '@nestjs/swagger';
import { ImportIdPipe } from '../imports/import-id.pipe.ts';
import { RetryService } from './retry.service.ts';

@ApiTags('imports')
@AllowStaff()
@Controller('api/imports/:id/retry')
export class RetryController {
  constructor(private readonly retries: RetryService) {}

  @Post()
  @HttpCode(HttpStatus.ACCEPTED)
  @ApiAcceptedResponse({ type: ImportSummary, description: 'The stored file is imported once more.' })
  async retry(@CurrentActor() actor: Actor, @Param('id', ImportIdPipe) id: number): Promise<ImportSummary> {
    return this.retries.retry(actor, id);
  }
}
