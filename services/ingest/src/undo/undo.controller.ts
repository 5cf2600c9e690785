import { ImportSummary } from '@clearwatch/contracts/imports.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Allow, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Delete, HttpCode, HttpStatus, Param } from '@nestjs/common';
import { ApiAcceptedResponse, ApiTags } from '@nestjs/swagger';
import { ImportIdPipe } from '../imports/import-id.pipe.ts';
import { UndoService } from './undo.service.ts';

@ApiTags('imports')
@Allow('Admin')
@Controller('api/imports/:id')
export class UndoController {
  constructor(private readonly undos: UndoService) {}

  @Delete()
  @HttpCode(HttpStatus.ACCEPTED)
  @ApiAcceptedResponse({
    type: ImportSummary,
    description: 'What only this import brought leaves ledger and figures; asking twice is asking once.',
  })
  async undo(@CurrentActor() actor: Actor, @Param('id', ImportIdPipe) id: number): Promise<ImportSummary> {
    return this.undos.undo(actor, id);
  }
}
