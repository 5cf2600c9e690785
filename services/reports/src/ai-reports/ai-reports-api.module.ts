import { Module } from '@nestjs/common';
import { AiReportsController } from './ai-reports.controller.ts';
import { AiReportsRepository } from './ai-reports.repository.ts';

@Module({ controllers: [AiReportsController], providers: [AiReportsRepository] })
export class AiReportsApiModule {}
