import { Module } from '@nestjs/common';
import { KeptViewsModule } from '../kept-views/kept-views.module.ts';
import { SavedFiltersController } from './saved-filters.controller.ts';
import { SavedFiltersService } from './saved-filters.service.ts';

@Module({
  imports: [KeptViewsModule],
  controllers: [SavedFiltersController],
  providers: [SavedFiltersService],
})
export class SavedFiltersApiModule {}
