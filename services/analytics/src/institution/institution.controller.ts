import { InstitutionProfile, SaveInstitutionRequest } from '@clearwatch/contracts/institution.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow, AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, Get, Put } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';
import { InstitutionService } from './institution.service.ts';

@Controller('api/settings/institution')
export class InstitutionController {
  constructor(private readonly institution: InstitutionService) {}

  @Get()
  @AllowStaff()
  @ApiOkResponse({ type: InstitutionProfile })
  read(): Promise<InstitutionProfile> {
    return this.institution.read();
  }

  @Put()
  @Allow('Admin')
  @ApiOkResponse({ type: InstitutionProfile })
  save(@CurrentActor() actor: Actor, @Body() request: SaveInstitutionRequest): Promise<InstitutionProfile> {
    return this.institution.save(actor, request);
  }
}
