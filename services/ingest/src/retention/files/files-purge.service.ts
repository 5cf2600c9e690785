import { booleanOf, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { PurgeRuns } from '@clearwatch/service-kit/retention/purge-runs';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { HAVE_FILES_ALONE } from '../../uploads/files-lock.ts';
import { UploadStore } from '../../uploads/upload-store.ts';
import type { OpenPurge } from '../open-purge.ts';

const IS_REFERRED_TO = `
  SELECT EXISTS (SELECT FROM ledger.imports WHERE digest = $1)
      OR EXISTS (SELECT FROM ledger.parse_jobs WHERE file_name = $1) AS referred`;

/** Removes uploaded files that no import and no document refers to any more. */
@Injectable()
export class FilesPurge {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly runs: PurgeRuns,
    private readonly uploads: UploadStore,
  ) {}

  /** A file that is gone already is no harm: the row that names it goes after the file. */
  async purge({ runId, signal }: OpenPurge): Promise<void> {
    const rows = await this.database.query<Row[]>('SELECT digest FROM ledger.leaving_files ORDER BY digest');
    for (const row of rows) {
      signal.throwIfAborted();
      await this.remove(runId, textOf(row, 'digest'));
    }
  }

  private async remove(runId: number, digest: string): Promise<void> {
    await inTransaction(this.database, async (manager) => {
      await manager.query(HAVE_FILES_ALONE);
      const [row = {}] = await manager.query<Row[]>(IS_REFERRED_TO, [digest]);
      const isReferredTo = booleanOf(row, 'referred');
      if (!isReferredTo) await this.uploads.remove(digest);
      await manager.query('DELETE FROM ledger.leaving_files WHERE digest = $1', [digest]);
      await this.runs.add(manager, runId, { files: isReferredTo ? 0 : 1 });
    });
  }
}
