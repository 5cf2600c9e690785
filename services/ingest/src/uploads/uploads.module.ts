import { Module } from '@nestjs/common';
import { ImportsModule } from '../imports/imports.module.ts';
import { UploadJanitor } from './upload-janitor.ts';
import { UploadsController } from './uploads.controller.ts';
import { UploadsService } from './uploads.service.ts';

@Module({
  imports: [ImportsModule],
  controllers: [UploadsController],
  providers: [UploadsService, UploadJanitor],
})
export class UploadsModule {}
