import { Module } from '@nestjs/common';
import { FiguresModule } from '../dashboard/dashboard.module.ts';
import { ListFiguresService, ListRefresher } from './list-figures.service.ts';
import { ListStateRepository } from './list-state.repository.ts';

@Module({
  imports: [FiguresModule],
  providers: [ListFiguresService, ListRefresher, ListStateRepository],
  exports: [ListFiguresService],
})
export class ListFiguresModule {}
