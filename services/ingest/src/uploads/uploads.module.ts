import { Module } from '@nestjs/common';
import { CsvMappingsModule } from '../csv-mappings/csv-mappings.module.ts';
import { ImportsModule } from '../imports/imports.module.ts';
import { UploadJanitor } from './upload-janitor.ts';
import { UploadsController } from './uploads.controller.ts';
import { UploadsService } from './uploads.service.ts';

@Module({
  imports: [ImportsModule, CsvMappingsModule],
  controllers: [UploadsController],
  providers: [UploadsService, UploadJanitor],
  exports: [UploadsService],
})
export class UploadsModule {}
