import { Module } from '@nestjs/common';
import { ImportsModule, RejectsModule } from '../imports/imports.module.ts';
import { CsvUploadInspector } from './csv-layout.ts';
import { CsvCorrectionsController, CsvMappingsController } from './csv-mappings.controller.ts';
import { CsvMappingsRepository } from './csv-mappings.repository.ts';
import { CsvCorrectionsService, CsvMappingsService } from './csv-mappings.service.ts';

@Module({
  imports: [ImportsModule],
  controllers: [CsvMappingsController],
  providers: [CsvMappingsService, CsvMappingsRepository, CsvUploadInspector],
  exports: [CsvUploadInspector, CsvMappingsService],
})
export class CsvMappingsModule {}

@Module({
  imports: [CsvMappingsModule, RejectsModule],
  controllers: [CsvCorrectionsController],
  providers: [CsvCorrectionsService],
})
export class CsvCorrectionsModule {}
