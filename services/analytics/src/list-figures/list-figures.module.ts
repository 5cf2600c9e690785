import { Module } from '@nestjs/common';
import { FiguresModule } from '../dashboard/dashboard.module.ts';
import { ListFiguresService } from './list-figures.service.ts';

@Module({ imports: [FiguresModule], providers: [ListFiguresService], exports: [ListFiguresService] })
export class ListFiguresModule {}
