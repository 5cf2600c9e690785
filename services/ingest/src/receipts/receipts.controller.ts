import { ImportReceipt } from '@clearwatch/contracts/imports.dto';
import { AllowStaff } from '@clearwatch/service-kit/identity/identity.guard';
import { Controller, Get, Param } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { ImportIdPipe } from '../imports/import-id.pipe.ts';
import { ReceiptsService } from './receipts.service.ts';

@ApiTags('imports')
@AllowStaff()
@Controller('api/imports')
export class ReceiptsController {
  constructor(private readonly receipts: ReceiptsService) {}

  @Get(':id')
  @ApiOkResponse({ type: ImportReceipt })
  async get(@Param('id', ImportIdPipe) id: number): Promise<ImportReceipt> {
    return this.receipts.receiptOf(id);
  }
}
