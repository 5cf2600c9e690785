import { setTimeout as pause } from 'node:timers/promises';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { isRetryable } from '@clearwatch/service-kit/database/database-errors';
import type { Row } from '@clearwatch/service-kit/database/row-readers';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { Inject, Injectable } from '@nestjs/common';
import type { Client } from 'pg';
import { IngestEnvironment } from '../environment.ts';
import { inBulkTransaction } from '../import-file/import-connection.ts';
import { HAVE_LEDGER_ALONE } from './ledger-lock.ts';
import { takeImportOut } from './take-import-out.ts';
import { UndoRepository } from './undo.repository.ts';

const TRIES = 5;

/** Takes one import out of the ledger, whole or not at all. */
@Injectable()
export class ImportUndoer {
  constructor(
    @Inject(ENVIRONMENT) private readonly environment: IngestEnvironment,
    private readonly undos: UndoRepository,
  ) {}

  /**
   * Does nothing when the import is undone already, or nobody wants it undone any more.
   * @throws AppError `unavailable` when it is to be tried again later; the driver's error when something is away
   */
  async undo(importId: number, signal: AbortSignal): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.undoOnce(importId, signal);
        return;
      } catch (error) {
        if (signal.aborted) throw stopped();
        if (attempt >= TRIES || !isRetryable(error)) throw error;
        await pause(50 * 2 ** attempt);
      }
    }
  }

  private async undoOnce(importId: number, signal: AbortSignal): Promise<void> {
    const { DATABASE_URL: url } = this.environment;
    await inBulkTransaction(
      { url, name: undoName(importId), lock: HAVE_LEDGER_ALONE, signal },
      async (client) => {
        const which = await this.undos.hold(client, importId);
        if (which === null) return;
        const taken = await takeImportOut(askOf(client), importId);
        await this.undos.markUndone(client, which, taken);
      },
    );
  }
}

/** How operators see its connection. */
export function undoName(importId: number): string {
  return `clearwatch-undo-${importId}`;
}

const askOf = (client: Client) => async (sql: string, values?: unknown[]) =>
  (await client.query<Row>(sql, values)).rows;

function stopped(): AppError {
  return new AppError('unavailable', 'The worker was stopped; another one takes the undo over.');
}
