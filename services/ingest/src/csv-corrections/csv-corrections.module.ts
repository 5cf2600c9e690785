import { Module } from '@nestjs/common';
import { CsvMappingsModule } from '../csv-mappings/csv-mappings.module.ts';
import { RejectsModule } from '../rejects/rejects.module.ts';
import { CsvCorrectionsController } from './csv-corrections.controller.ts';
import { CsvCorrectionsService } from './csv-corrections.service.ts';

@Module({
  imports: [CsvMappingsModule, RejectsModule],
  controllers: [CsvCorrectionsController],
  providers: [CsvCorrectionsService],
})
export class CsvCorrectionsModule {}
