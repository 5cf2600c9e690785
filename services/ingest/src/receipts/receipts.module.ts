import { Module } from '@nestjs/common';
import { ImportsModule } from '../imports/imports.module.ts';
import { ReceiptsController } from './receipts.controller.ts';
import { ReceiptsRepository } from './receipts.repository.ts';
import { ReceiptsService } from './receipts.service.ts';

@Module({
  imports: [ImportsModule],
  controllers: [ReceiptsController],
  providers: [ReceiptsService, ReceiptsRepository],
})
export class ReceiptsModule {}
