import { Module } from '@nestjs/common';
import { SavedFiltersController } from './saved-filters.controller.ts';
import { SavedFiltersRepository } from './saved-filters.repository.ts';
import { SavedFiltersService } from './saved-filters.service.ts';

@Module({
  controllers: [SavedFiltersController],
  providers: [SavedFiltersRepository, SavedFiltersService],
})
export class SavedFiltersApiModule {}
