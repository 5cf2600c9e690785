import { Module } from '@nestjs/common';
import { KeptViewsModule } from '../kept-views/kept-views.module.ts';
import { DefaultViewsController } from './default-views.controller.ts';
import { DefaultViewsRepository } from './default-views.repository.ts';
import { DefaultViewsService } from './default-views.service.ts';
import { SavedViewsController } from './saved-views.controller.ts';
import { SavedViewsService } from './saved-views.service.ts';

@Module({
  imports: [KeptViewsModule],
  controllers: [SavedViewsController, DefaultViewsController],
  providers: [SavedViewsService, DefaultViewsRepository, DefaultViewsService],
})
export class SavedViewsApiModule {}
