import { TOTAL_COUNT_HEADER, TOTAL_KIND_HEADER } from '@clearwatch/contracts/http-headers';
import { FilterOptions, TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import { Transaction } from '@clearwatch/contracts/transactions.dto';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { AllowStaff, CurrentActor } from '@clearwatch/service-kit/identity/identity.guard';
import { Body, Controller, Get, HttpCode, Post, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import type { Response } from 'express';
import { TransactionExportService } from './transaction-export.service.ts';
import { ReportPageQuery, TransactionReportsService } from './transaction-reports.service.ts';

@AllowStaff()
@Controller('api/reports')
export class TransactionReportsController {
  constructor(
    private readonly reports: TransactionReportsService,
    private readonly exports: TransactionExportService,
  ) {}

  @Get('filter-options')
  @ApiOkResponse({ type: FilterOptions })
  filterOptions(): Promise<FilterOptions> {
    return this.reports.filterOptions();
  }

  /** Read-only. Uses POST because a filter set may not fit in a URL. */
  @Post('transactions')
  @HttpCode(200)
  @ApiOkResponse({
    type: Transaction,
    isArray: true,
    description: `Newest day first. \`${TOTAL_COUNT_HEADER}\` contains the total number of rows, \`${TOTAL_KIND_HEADER}\` whether that number is \`exact\` or \`at-least\`.`,
  })
  async transactions(
    @Body() filters: TransactionFilters,
    @Query() query: ReportPageQuery,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Transaction[]> {
    const { transactions, total, kind } = await this.reports.page(filters, query);
    response.setHeader(TOTAL_KIND_HEADER, kind);
    response.setHeader(TOTAL_COUNT_HEADER, String(total));
    return transactions;
  }

  @Post('export-csv')
  @HttpCode(200)
  @ApiProduces('text/csv')
  @ApiOkResponse({
    type: String,
    description: `The complete report. \`${TOTAL_COUNT_HEADER}\` contains its number of rows.`,
  })
  exportCsv(
    @CurrentActor() actor: Actor,
    @Body() filters: TransactionFilters,
    @Res() response: Response,
  ): Promise<void> {
    return this.exports.export(actor, filters, response);
  }
}
