import { setTimeout as pause } from 'node:timers/promises';
import {
  IMPORT_UNDONE,
  type ImportUndonePayload,
  UNDO_IMPORT,
  type UndoImportPayload,
} from '@clearwatch/contracts/jobs.dto';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { isRetryable } from '@clearwatch/service-kit/database/database-errors';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable } from '@nestjs/common';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { IngestEnvironment } from '../ingest-environment.ts';
import { inBulkTransaction, LOCK_LEDGER_EXCLUSIVE } from '../ledger/ledger-sql.ts';
import { ProjectionBehind, removeImport } from './remove-import.ts';
import { UndoImportRepository } from './undo-import.repository.ts';

const MAX_ATTEMPTS = 5;

/**
 * Takes one import out of the ledger, whole or not at all. May run twice, also at the same time: an undo has the ledger to itself, and one that finds the import undone only tells
 * analytics once more, which is harmless there.
 */
@Injectable()
@HandlesJob(UNDO_IMPORT)
export class UndoImportProcessor implements JobHandler<UndoImportPayload> {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly undos: UndoImportRepository,
    private readonly producer: JobProducer,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async handle({ importId }: UndoImportPayload, run: JobRun): Promise<void> {
    // Whoever looks on sees it from now on: it may take as long as the import did.
    await run.publish({ type: 'import.undoing', importId });
    await this.undoOrWait(importId, run);
    if (await this.undos.isUndone(importId)) await this.producer.tryEnqueue(IMPORT_UNDONE, { importId });
  }

  /** Only what fails is given up. Waiting for the figures does not: the reconciler queues the undo again. */
  private async undoOrWait(importId: number, run: JobRun): Promise<void> {
    try {
      await this.undo(importId, run.signal);
    } catch (error) {
      if (!(error instanceof ProjectionBehind) || !run.isLastAttempt) throw error;
      this.logger.info({ importId }, 'an undo waits until the figures have caught up');
    }
  }

  /**
   * Does nothing when the import is undone already, or nobody wants it undone any more.
   * @throws AppError `unavailable` when it is to be tried again later; the driver's error when something is away
   */
  private async undo(importId: number, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.undoOnce(importId, signal);
        return;
      } catch (error) {
        if (signal.aborted) throw undoStopped();
        if (attempt >= MAX_ATTEMPTS || !isRetryable(error)) throw error;
        await pause(50 * 2 ** attempt);
      }
    }
  }

  private async undoOnce(importId: number, signal: AbortSignal): Promise<void> {
    const { DATABASE_URL: url } = this.environment;
    await inBulkTransaction(
      { url, name: undoConnectionName(importId), lock: LOCK_LEDGER_EXCLUSIVE, signal },
      async (client) => {
        const which = await this.undos.hold(client, importId);
        if (which === null) return;
        const taken = await removeImport(statementRunner(client), importId);
        await this.undos.markUndone(client, which, taken);
      },
    );
  }
}

/** How operators see its connection. */
export function undoConnectionName(importId: number): string {
  return `clearwatch-undo-${importId}`;
}

const statementRunner = (client: Client) => async (sql: string, values?: unknown[]) =>
  (await client.query<Row>(sql, values)).rows;

function undoStopped(): AppError {
  return new AppError('unavailable', 'The worker was stopped; another one takes the undo over.');
}

/** Imports that somebody wants undone: their job may be lost. */
@Injectable()
export class UnfinishedUndos implements LostWorkFinder<UndoImportPayload> {
  readonly definition = UNDO_IMPORT;

  constructor(private readonly undos: UndoImportRepository) {}

  async findOpenWork(): Promise<UndoImportPayload[]> {
    return (await this.undos.unfinished()).map((importId) => ({ importId }));
  }

  async giveUp({ importId }: UndoImportPayload): Promise<void> {
    await this.undos.giveUp(importId);
  }
}

/** Imports that are out of the ledger but not out of the figures: analytics may never have been told. */
@Injectable()
export class UnprojectedUndos implements LostWorkFinder<ImportUndonePayload> {
  readonly definition = IMPORT_UNDONE;

  constructor(private readonly undos: UndoImportRepository) {}

  async findOpenWork(): Promise<ImportUndonePayload[]> {
    return (await this.undos.unprojected()).map((importId) => ({ importId }));
  }
}
