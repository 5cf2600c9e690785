import { Module } from '@nestjs/common';
import { ImportsModule } from '../imports/imports.module.ts';
import { RetryController } from './retry.controller.ts';
import { RetryRepository } from './retry.repository.ts';
import { RetryService } from './retry.service.ts';

@Module({
  imports: [ImportsModule],
  controllers: [RetryController],
  providers: [RetryService, RetryRepository],
})
export class RetryModule {}
