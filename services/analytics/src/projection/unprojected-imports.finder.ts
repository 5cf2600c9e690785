import { TRANSACTIONS_IMPORTED, type TransactionsImportedPayload } from '@clearwatch/contracts/jobs.dto';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { Injectable } from '@nestjs/common';
import { ProjectionRepository } from './projection.repository.ts';

/** Stored imports that nobody told this service about. */
@Injectable()
export class UnprojectedImportsFinder implements LostWorkFinder<TransactionsImportedPayload> {
  readonly definition = TRANSACTIONS_IMPORTED;

  constructor(private readonly projection: ProjectionRepository) {}

  async findOpenWork(): Promise<TransactionsImportedPayload[]> {
    return (await this.projection.findOverdue()).map((importId) => ({ importId }));
  }
}
