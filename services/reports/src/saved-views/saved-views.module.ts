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
  providers: [SavedViewsRepository, SavedViewStore],
  exports: [SavedViewStore],
})
class SavedViewStoreModule {}

@Module({
  imports: [SavedViewStoreModule],
  controllers: [SavedFiltersController],
  providers: [SavedFiltersService],
})
export class SavedFiltersApiModule {}

@Module({
  imports: [SavedViewStoreModule],
  controllers: [SavedViewsController, DefaultViewsController],
  providers: [SavedViewsService, DefaultViewsRepository, DefaultViewsService],
})
export class SavedViewsApiModule {}
