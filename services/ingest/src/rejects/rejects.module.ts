import { Module } from '@nestjs/common';
import { ImportsModule } from '../imports/imports.module.ts';
import { RejectsController } from './rejects.controller.ts';
import { RejectsRepository } from './rejects.repository.ts';
import { RejectsService } from './rejects.service.ts';

@Module({
  imports: [ImportsModule],
  controllers: [RejectsController],
  providers: [RejectsService, RejectsRepository],
  exports: [RejectsRepository],
})
export class RejectsModule {}
