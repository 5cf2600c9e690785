import { Module } from '@nestjs/common';
import { ImportsModule } from '../imports/imports.module.ts';
import { DuplicatesController } from './duplicates.controller.ts';
import { DuplicatesRepository } from './duplicates.repository.ts';
import { DuplicatesService } from './duplicates.service.ts';
import { KeepDuplicate } from './keep-duplicate.service.ts';

@Module({
  imports: [ImportsModule],
  controllers: [DuplicatesController],
  providers: [DuplicatesService, DuplicatesRepository, KeepDuplicate],
})
export class DuplicatesModule {}
