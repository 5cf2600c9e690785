import { Module } from '@nestjs/common';
import {
  DefaultViewsController,
  SavedFiltersController,
  SavedViewsController,
} from './saved-views.controller.ts';
import { SavedFiltersService, SavedViewStore, SavedViewsService } from './saved-views.service.ts';

@Module({
  controllers: [SavedFiltersController, SavedViewsController, DefaultViewsController],
  providers: [SavedViewStore, SavedFiltersService, SavedViewsService],
})
export class SavedViewsModule {}
