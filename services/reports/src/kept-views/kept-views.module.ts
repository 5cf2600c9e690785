import { Module } from '@nestjs/common';
import { KeptViewsRepository } from './kept-views.repository.ts';
import { KeptViews } from './kept-views.service.ts';

@Module({
  providers: [KeptViewsRepository, KeptViews],
  exports: [KeptViews],
})
export class KeptViewsModule {}
