import { Module } from '@nestjs/common';
import { ImportsModule } from '../imports/imports.module.ts';
import { CsvMappingsController } from './csv-mappings.controller.ts';
import { CsvMappingsRepository } from './csv-mappings.repository.ts';
import { CsvMappingsService } from './csv-mappings.service.ts';

@Module({
  imports: [ImportsModule],
  controllers: [CsvMappingsController],
  providers: [CsvMappingsService, CsvMappingsRepository],
  exports: [CsvMappingsService],
})
export class CsvMappingsModule {}
