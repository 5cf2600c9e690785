import { Module } from '@nestjs/common';
import {
  DefaultViewsController,
  SavedFiltersController,
  SavedViewsController,
} from './saved-views.controller.ts';
import { DefaultViewsRepository, SavedViewsRepository } from './saved-views.repository.ts';
import {
  DefaultViewsService,
  SavedFiltersService,
  SavedViewStore,
  SavedViewsService,
} from './saved-views.service.ts';

@Module({
  controllers: [SavedFiltersController, SavedViewsController, DefaultViewsController],
  providers: [
    SavedViewsRepository,
    SavedViewStore,
    SavedFiltersService,
    SavedViewsService,
    DefaultViewsRepository,
    DefaultViewsService,
  ],
})
export class SavedViewsModule {}
