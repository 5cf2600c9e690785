import { Module } from '@nestjs/common';
import { ImportsModule } from '../imports/imports.module.ts';
import { CsvUploadInspector } from './csv-layout.ts';
import { CsvMappingsController } from './csv-mappings.controller.ts';
import { CsvMappingsRepository } from './csv-mappings.repository.ts';
import { CsvCorrectionsService, CsvMappingsService } from './csv-mappings.service.ts';

@Module({
  imports: [ImportsModule],
  controllers: [CsvMappingsController],
  providers: [CsvMappingsService, CsvCorrectionsService, CsvMappingsRepository, CsvUploadInspector],
  exports: [CsvUploadInspector],
})
export class CsvMappingsModule {}
