import { Module } from '@nestjs/common';
import { ImportsController } from './imports.controller.ts';
import { ImportsRepository } from './imports.repository.ts';
import { ImportsService } from './imports.service.ts';

@Module({
  controllers: [ImportsController],
  providers: [ImportsService, ImportsRepository],
  exports: [ImportsRepository, ImportsService],
})
export class ImportsModule {}
