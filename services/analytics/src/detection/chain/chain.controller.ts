import { AlertChainVerification } from '@clearwatch/contracts/alerts.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { VerifyChain } from './verify-chain.service.ts';

@ApiTags('detection')
@Allow('Admin')
@Controller('api/detection/chain')
export class ChainController {
  constructor(private readonly chain: VerifyChain) {}

  @Get()
  @ApiOkResponse({ type: AlertChainVerification, description: 'Walks all links and all alerts.' })
  verify(@CurrentActor() actor: Actor): Promise<AlertChainVerification> {
    return this.chain.verify(actor);
  }
}
