import { Module } from '@nestjs/common';
import { ImportUndoer } from './import-undoer.service.ts';
import { UndoRepository } from './undo.repository.ts';
import { UndoImportHandler } from './undo-import.handler.ts';
import { UnfinishedUndos } from './unfinished-undos.finder.ts';
import { UnprojectedUndos } from './unprojected-undos.finder.ts';

/** What workers do. */
@Module({ providers: [UndoImportHandler, ImportUndoer, UndoRepository, UnfinishedUndos, UnprojectedUndos] })
export class UndoImportModule {}
