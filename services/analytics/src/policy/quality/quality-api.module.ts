import { Module } from '@nestjs/common';
import { QualityController } from './quality.controller.ts';
import { QualityRepository } from './quality.repository.ts';

@Module({ controllers: [QualityController], providers: [QualityRepository] })
export class QualityApiModule {}
