import { Module } from '@nestjs/common';
import { ImportsModule } from '../imports/imports.module.ts';
import { UploadsModule } from '../uploads/uploads.module.ts';
import { SampleController } from './sample.controller.ts';
import { SampleRepository } from './sample.repository.ts';
import { SampleService } from './sample.service.ts';

/** The offer of sample data. Its path lies among those of imports: it must come before what takes any id there. */
@Module({
  imports: [ImportsModule, UploadsModule],
  controllers: [SampleController],
  providers: [SampleService, SampleRepository],
})
export class SampleModule {}
