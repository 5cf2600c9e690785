import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import { cellsToCorrect } from '@clearwatch/domain/csv/csv-file-reader';
import { BYTE_ORDER_MARK, csvLine } from '@clearwatch/service-kit/csv/csv-line';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { CsvMappingsService } from '../csv-mappings/csv-mappings.service.ts';
import { type ProblemPlace, RejectsRepository } from '../rejects/rejects.repository.ts';

/** Problems fetched, written and sent at a time. */
const AT_A_TIME = 500;

/** Gives rejected rows of a CSV file back as a table of their own. */
@Injectable()
export class CsvCorrectionsService {
  constructor(
    private readonly mappings: CsvMappingsService,
    private readonly rejects: RejectsRepository,
  ) {}

  /**
   * Answers with the rejected rows under the header of their file, so that its mapping is remembered for them. A download that
   * breaks off is cut: nobody takes a part for the whole.
   * @throws AppError `not_found` when it is no import of a CSV file; `conflict` when nothing of it was read yet
   */
  async download(actor: Actor, importId: number, response: Response): Promise<void> {
    const { fileName, mapping, header } = await this.mappings.givenWithHeader(importId);
    if (mapping === null) throw new AppError('conflict', 'The file still waits for its mapping.');
    await this.rejects.recordExported(actor, { importId, fileName }, { toCorrect: true });
    response.setHeader('Content-Type', 'text/csv; charset=utf-8');
    response.setHeader('Content-Disposition', `attachment; filename="rows-to-correct-${importId}.csv"`);
    await pipeline(Readable.from(this.csvOf(importId, { mapping, header })), response).catch(
      (error: unknown) => {
        // Whoever asked has left; there is nobody to tell.
        if (!response.destroyed) throw error;
      },
    );
  }

  private async *csvOf(
    importId: number,
    { mapping, header }: { mapping: CsvMapping; header: readonly string[] | null },
  ): AsyncGenerator<string, void> {
    yield BYTE_ORDER_MARK + (header === null ? '' : csvLine(header));
    for (let place: ProblemPlace | null = { row: 0, problem: 0 }; place !== null; ) {
      const { problems, last } = await this.rejects.after(importId, place, AT_A_TIME);
      // A row's source stands beside the first of its problems; one that is too long to be corrected has none.
      yield problems
        .flatMap(({ source }) => (source === null ? [] : [csvLine(cellsToCorrect(source, mapping))]))
        .join('');
      place = last;
    }
  }
}
