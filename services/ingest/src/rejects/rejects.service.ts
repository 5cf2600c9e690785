import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TOTAL_COUNT_HEADER } from '@clearwatch/contracts/http-headers';
import type { RejectedRow } from '@clearwatch/contracts/imports.dto';
import { BYTE_ORDER_MARK, csvLine } from '@clearwatch/service-kit/csv/csv-line';
import { type Paged, type PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { ImportsService } from '../imports/imports.service.ts';
import { type ProblemPlace, RejectsRepository } from './rejects.repository.ts';

/** Problems fetched, written and sent at a time. */
const AT_A_TIME = 500;
const HEADER = ['Row', 'Line', 'Field', 'Value', 'Reason', 'As in the file'];

@Injectable()
export class RejectsService {
  constructor(
    private readonly imports: ImportsService,
    private readonly rejects: RejectsRepository,
  ) {}

  /** One item per problem, in the order of the file. @throws AppError `not_found` */
  async list(importId: number, query: PageQuery): Promise<Paged<RejectedRow>> {
    await this.imports.standingOf(importId);
    const [items, total] = await Promise.all([
      this.rejects.ofImport(importId, pageOf(query)),
      this.rejects.count(importId),
    ]);
    return { items, total };
  }

  /**
   * Answers with all of them as a file. How many there are is announced first, and a download that breaks off is cut:
   * nobody takes a part for the whole.
   * @throws AppError `not_found`
   */
  async download(actor: Actor, importId: number, response: Response): Promise<void> {
    const { summary } = await this.imports.standingOf(importId);
    const which = { importId, fileName: summary.fileName };
    const problems = await this.rejects.recordExported(actor, which, { toCorrect: false });
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', `attachment; filename="rejected-rows-${importId}.csv"`);
    response.setHeader(TOTAL_COUNT_HEADER, String(problems));
    try {
      await pipeline(Readable.from(this.csvOf(importId)), response);
    } catch (error) {
      // Whoever asked has left; there is nobody to tell.
      if (!isClientGone(error)) throw error;
    }
  }

  private async *csvOf(importId: number): AsyncGenerator<string, void> {
    yield BYTE_ORDER_MARK + csvLine(HEADER);
    for (let place: ProblemPlace | null = { row: 0, problem: 0 }; place !== null; ) {
      const { problems, last } = await this.rejects.after(importId, place, AT_A_TIME);
      yield problems
        .map(({ row, line, field, value, reason, source }) =>
          csvLine([row, line, field, value, reason, source]),
        )
        .join('');
      place = last;
    }
  }
}

function isClientGone(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    error.code === 'ERR_STREAM_PREMATURE_CLOSE'
  );
}
