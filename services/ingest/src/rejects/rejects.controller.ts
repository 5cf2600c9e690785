import { RejectedRow } from '@clearwatch/contracts/imports.dto';
import { PageQuery, respondWithPage } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ImportIdPipe } from '../imports/import-id.pipe.ts';
import { RejectsService } from './rejects.service.ts';

@ApiTags('imports')
@AllowStaff()
@Controller('api/imports/:id')
export class RejectsController {
  constructor(private readonly rejects: RejectsService) {}

  @Get('rejects')
  @ApiOkResponse({ type: RejectedRow, isArray: true, description: 'One item per problem, in file order.' })
  async list(
    @Param('id', ImportIdPipe) id: number,
    @Query() query: PageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RejectedRow[]> {
    return respondWithPage(response, await this.rejects.list(id, query));
  }

  @Get('rejects.csv')
  @ApiProduces('text/csv')
  @ApiOkResponse({ type: String, description: 'One line per problem, with the row as the file has it.' })
  async download(
    @CurrentActor() actor: Actor,
    @Param('id', ImportIdPipe) id: number,
    @Res() response: Response,
  ): Promise<void> {
    await this.rejects.download(actor, id, response);
  }
}
