import { Module } from '@nestjs/common';
import { FiguresModule } from '../../dashboard/figures/figures.module.ts';
import { SuppressionsController } from './suppressions.controller.ts';
import { SuppressionsRepository } from './suppressions.repository.ts';
import { SuppressionsService } from './suppressions.service.ts';

@Module({
  imports: [FiguresModule],
  controllers: [SuppressionsController],
  providers: [SuppressionsRepository, SuppressionsService],
})
export class SuppressionsApiModule {}
