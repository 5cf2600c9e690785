import { Module } from '@nestjs/common';
import { DefaultViewsController, SavedFiltersController, SavedViewsController } from './saved-views.controller.ts';
import { SavedViewsService } from './saved-views.service.ts';

@Module({
  controllers: [SavedFiltersController, SavedViewsController, DefaultViewsController],
  providers: [SavedViewsService],
})
export class SavedViewsModule {}
