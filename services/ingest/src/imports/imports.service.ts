import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { type Paged, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import { Injectable } from '@nestjs/common';
import { ImportsRepository } from './imports.repository.ts';
import type { ListImportsQuery } from './list-imports.query.ts';
import type { ImportStanding } from './to-import-summary.ts';

@Injectable()
export class ImportsService {
  constructor(private readonly imports: ImportsRepository) {}

  async list(query: ListImportsQuery): Promise<Paged<ImportSummary>> {
    const named = query.search?.trim() ?? '';
    const [items, total] = await Promise.all([
      this.imports.newestFirst(pageOf(query), named),
      this.imports.count(named),
    ]);
    return { items, total };
  }

  /** @throws AppError `not_found` */
  async standingOf(importId: number): Promise<ImportStanding> {
    const standing = await this.imports.standingOf(importId);
    if (standing === null) throw new AppError('not_found', 'There is no such import.');
    return standing;
  }
}
