import { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import { ImportFileError } from '@clearwatch/domain/ledger/import-file-error';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import {
  instantOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import {
  type AuditedImport,
  importDiscarded,
  mappingForgotten,
  mappingSaved,
} from '../imports/import-audit-events.ts';

/**
 * A mapping out of the database.
 * @throws TypeError when it is none: an older program wrote it in a form that is no longer known
 */
function toCsvMapping(value: unknown): CsvMapping {
  const mapping = plainToInstance(CsvMapping, value);
  if (!(mapping instanceof CsvMapping) || validateSync(mapping).length > 0)
    throw new TypeError('Column mapping holds no mapping of CSV columns');
  return mapping;
}

/** A CSV file among the imports. */
export interface CsvImport extends AuditedImport {
  state: string;
  digest: string;
  /** What it was read by, or will be; null as long as nobody has said it. */
  given: SavedMapping | null;
}

export interface SavedMapping {
  mapping: CsvMapping;
  by: string;
  at: string;
}

/** What people have said that the columns of CSV files mean. */
@Injectable()
export class CsvMappingsRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  async remembered(fingerprint: string): Promise<SavedMapping | null> {
    const [row] = await this.database.query<Row[]>(
      `SELECT mapping, saved_by_name AS by_name, saved_at AS at FROM ledger.csv_mappings WHERE fingerprint = $1`,
      [fingerprint],
    );
    return row === undefined ? null : toSavedMapping(row);
  }

  /** @returns null when there is no such import or it is no CSV file */
  async csvImport(importId: number): Promise<CsvImport | null> {
    const [row] = await this.database.query<Row[]>(
      `SELECT i.file_name, i.state, i.digest, m.mapping, m.given_by_name AS by_name, m.given_at AS at
       FROM ledger.imports i JOIN ledger.import_csv_mappings m ON m.import_id = i.id WHERE i.id = $1`,
      [importId],
    );
    if (row === undefined) return null;
    return {
      importId,
      fileName: textOf(row, 'file_name'),
      state: textOf(row, 'state'),
      digest: textOf(row, 'digest'),
      given: nullable(() => toSavedMapping(row), row, 'mapping'),
    };
  }

  /** Files that wait for a mapping and have this header, the oldest first; so many as are looked at in one go. */
  async waitingWith(fingerprint: string): Promise<{ importId: number; digest: string }[]> {
    const rows = await this.database.query<Row[]>(
      `SELECT i.id, i.digest FROM ledger.import_csv_mappings m JOIN ledger.imports i ON i.id = m.import_id
       WHERE m.fingerprint = $1 AND m.mapping IS NULL AND i.state = 'needs_mapping' ORDER BY i.id LIMIT 100`,
      [fingerprint],
    );
    return rows.map((row) => ({ importId: integerOf(row, 'id'), digest: textOf(row, 'digest') }));
  }

  /**
   * The file is imported by the mapping, and so are others that wait with the same header; it is remembered for those to
   * come.
   * @param given.fingerprint of the header that the mapping names; null when there is none to remember it by
   * @param given.alsoFor the others
   * @returns the imports that need to be queued; none when this one does not wait any more
   */
  async give(
    actor: Actor,
    which: AuditedImport,
    {
      mapping,
      fingerprint,
      alsoFor,
    }: { mapping: CsvMapping; fingerprint: string | null; alsoFor: readonly number[] },
  ): Promise<number[]> {
    return inTransaction(this.database, async (manager) => {
      const [own] = await manager.query<[Row[], number]>(
        `UPDATE ledger.imports SET state = 'received', progress_at = now()
         WHERE id = $1 AND state = 'needs_mapping' RETURNING id`,
        [which.importId],
      );
      if (own.length === 0) return [];
      const given = [JSON.stringify(mapping), actor.userId, actor.username];
      await manager.query(
        `UPDATE ledger.import_csv_mappings
         SET mapping = $2, given_by = $3, given_by_name = $4, given_at = now(), fingerprint = $5 WHERE import_id = $1`,
        [which.importId, ...given, fingerprint],
      );
      await this.trail.record(actor, mappingSaved(which, { mapping, fingerprint }), manager);
      if (fingerprint === null) return [which.importId];
      await manager.query(
        `INSERT INTO ledger.csv_mappings (fingerprint, mapping, saved_by, saved_by_name) VALUES ($1, $2, $3, $4)
         ON CONFLICT (fingerprint) DO UPDATE SET mapping = EXCLUDED.mapping, saved_by = EXCLUDED.saved_by,
           saved_by_name = EXCLUDED.saved_by_name, saved_at = now()`,
        [fingerprint, ...given],
      );
      const [others] = await manager.query<[Row[], number]>(
        `WITH waiting AS (
           UPDATE ledger.imports i SET state = 'received', progress_at = now()
           FROM ledger.import_csv_mappings m
           WHERE m.import_id = i.id AND i.id = ANY($1) AND m.mapping IS NULL AND i.state = 'needs_mapping'
           RETURNING i.id)
         UPDATE ledger.import_csv_mappings m
         SET mapping = $2::jsonb || own_layout,
           given_by = $3, given_by_name = $4, given_at = now()
         FROM waiting WHERE m.import_id = waiting.id RETURNING m.import_id`,
        [alsoFor, ...given],
      );
      return [which.importId, ...others.map((row) => integerOf(row, 'import_id'))];
    });
  }

  /** @returns false when it does not wait for a mapping */
  async discard(actor: Actor, which: AuditedImport): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const [rows] = await manager.query<[Row[], number]>(
        `UPDATE ledger.imports SET state = 'failed', failure_code = 'discarded', finished_at = now(),
           failure = 'The file was discarded before it was imported.'
         WHERE id = $1 AND state = 'needs_mapping' RETURNING id`,
        [which.importId],
      );
      if (rows.length === 0) return false;
      await this.trail.record(actor, importDiscarded(which), manager);
      return true;
    });
  }

  /** @returns false when nothing is remembered for the header */
  async forget(actor: Actor, which: AuditedImport, fingerprint: string): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const [rows] = await manager.query<[Row[], number]>(
        'DELETE FROM ledger.csv_mappings WHERE fingerprint = $1 RETURNING fingerprint',
        [fingerprint],
      );
      if (rows.length === 0) return false;
      await this.trail.record(actor, mappingForgotten(which, fingerprint), manager);
      return true;
    });
  }
}

function toSavedMapping(row: Row): SavedMapping {
  return { mapping: toCsvMapping(row['mapping']), by: textOf(row, 'by_name'), at: instantOf(row, 'at') };
}

/**
 * How the CSV file of this import is to be read.
 * @throws ImportFileError when nobody has said it
 */
export async function mappingOfImport(client: Client, importId: number): Promise<CsvMapping> {
  const { rows } = await client.query<Row>(
    'SELECT mapping FROM ledger.import_csv_mappings WHERE import_id = $1 AND mapping IS NOT NULL',
    [importId],
  );
  const [row] = rows;
  if (row !== undefined) return toCsvMapping(row['mapping']);
  const message = 'nobody has said yet what the columns mean. Upload the file again and choose them.';
  throw new ImportFileError({ code: 'no_mapping', line: 1, message });
}
