import type { DuplicateRow } from '@clearwatch/contracts/imports.dto';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { type Paged, type PageQuery, pageOf } from '@clearwatch/service-kit/http/request-parameters';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { ImportsService } from '../imports/imports.service.ts';
import { DuplicatesRepository } from './duplicates.repository.ts';
import { KeepDuplicate, type WhichRow } from './keep-duplicate.service.ts';

@Injectable()
export class DuplicatesService {
  constructor(
    private readonly imports: ImportsService,
    private readonly duplicates: DuplicatesRepository,
    private readonly keeping: KeepDuplicate,
  ) {}

  /** In the order of the file. @throws AppError `not_found` */
  async list(importId: number, query: PageQuery): Promise<Paged<DuplicateRow>> {
    await this.imports.standingOf(importId);
    const [items, total] = await Promise.all([
      this.duplicates.ofImport(importId, pageOf(query)),
      this.duplicates.count(importId),
    ]);
    return { items, total };
  }

  /** @returns the row as it is listed from now on. @throws AppError `not_found` */
  async keep(actor: Actor, which: WhichRow): Promise<DuplicateRow> {
    await this.keeping.keep(actor, which);
    const row = await this.duplicates.one(which);
    if (row === null) throw new AppError('not_found', 'There is no such duplicate.');
    return row;
  }
}
