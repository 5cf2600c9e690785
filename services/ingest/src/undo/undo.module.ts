import { Module } from '@nestjs/common';
import { ImportsModule } from '../imports/imports.module.ts';
import { UndoController } from './undo.controller.ts';
import { UndoRepository } from './undo.repository.ts';
import { UndoService } from './undo.service.ts';

/** What staff ask for. */
@Module({
  imports: [ImportsModule],
  controllers: [UndoController],
  providers: [UndoService, UndoRepository],
})
export class UndoModule {}
