import type { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import { ImportFileError } from '@clearwatch/domain/ledger/import-file-error';
import { AuditTrail } from '@clearwatch/service-kit/audit/audit-trail.service';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Client } from 'pg';
import { DataSource, IsNull } from 'typeorm';
import { ImportEntity } from '../imports/import.entity.ts';
import { type AuditedImport, importAuditEvent } from '../imports/import-audit-events.ts';
import { CsvMappingEntity, ImportCsvMappingEntity, toCsvMapping } from './csv-mapping.entity.ts';

export interface CsvImport extends AuditedImport {
  state: string;
  digest: string;
  /** The mapping that the import uses; null if it has none yet. */
  given: SavedMapping | null;
}

export interface SavedMapping {
  mapping: CsvMapping;
  by: string;
  at: string;
}

@Injectable()
export class CsvMappingsRepository {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly trail: AuditTrail,
  ) {}

  async remembered(fingerprint: string): Promise<SavedMapping | null> {
    const saved = await this.database.manager.findOneBy(CsvMappingEntity, { fingerprint });
    return saved === null ? null : { mapping: saved.mapping, by: saved.savedByName, at: saved.savedAt };
  }

  async csvImport(importId: number): Promise<CsvImport | null> {
    const found = await this.database.manager.findOne(ImportCsvMappingEntity, {
      where: { importId },
      relations: { import: true },
    });
    if (found === null) return null;
    const { mapping, givenByName: by, givenAt: at } = found;
    const { fileName, state, digest } = found.import;
    const given = mapping === null || by === null || at === null ? null : { mapping, by, at };
    return { importId, fileName, state, digest, given };
  }

  async waitingWith(fingerprint: string): Promise<{ importId: number; digest: string }[]> {
    const found = await this.database.manager.find(ImportCsvMappingEntity, {
      where: { fingerprint, mapping: IsNull(), import: { state: 'needs_mapping' } },
      relations: { import: true },
      order: { importId: 'ASC' },
      take: 100,
    });
    return found.map((waiting) => ({ importId: waiting.importId, digest: waiting.import.digest }));
  }

  /**
   * Also saves the mapping for later files with this header, and gives it to the imports in `alsoFor`.
   * @returns the imports to queue; none if this one is no longer waiting
   */
  async give(
    actor: Actor,
    which: AuditedImport,
    given: { mapping: CsvMapping; fingerprint: string | null; alsoFor: readonly number[] },
  ): Promise<number[]> {
    const { mapping, fingerprint, alsoFor } = given;
    return inTransaction(this.database, async (manager) => {
      const { affected } = await manager.update(
        ImportEntity,
        { id: which.importId, state: 'needs_mapping' },
        { state: 'received', progressAt: () => 'now()' },
      );
      if (affected !== 1) return [];
      const { userId, username } = actor;
      await manager.update(
        ImportCsvMappingEntity,
        { importId: which.importId },
        { mapping, fingerprint, givenBy: userId, givenByName: username, givenAt: () => 'now()' },
      );
      const columns = mapping.columns.map(({ column, field }) => `${column + 1}: ${field}`).join(', ');
      const { dateOrder, direction } = mapping;
      const detail = { header: fingerprint, columns, dateOrder, direction };
      await this.trail.record(actor, importAuditEvent('csv_mapping.saved', which, detail), manager);
      if (fingerprint === null) return [which.importId];
      await manager.upsert(
        CsvMappingEntity,
        { fingerprint, mapping, savedBy: userId, savedByName: username, savedAt: () => 'now()' },
        ['fingerprint'],
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
        [alsoFor, JSON.stringify(mapping), userId, username],
      );
      return [which.importId, ...others.map((row) => integerOf(row, 'import_id'))];
    });
  }

  async forget(actor: Actor, which: AuditedImport, fingerprint: string): Promise<boolean> {
    return inTransaction(this.database, async (manager) => {
      const { affected } = await manager.delete(CsvMappingEntity, { fingerprint });
      if (affected !== 1) return false;
      const event = importAuditEvent('csv_mapping.forgotten', which, { header: fingerprint });
      await this.trail.record(actor, event, manager);
      return true;
    });
  }
}

export async function mappingOfImport(client: Client, importId: number): Promise<CsvMapping> {
  const { rows } = await client.query<Row>(
    'SELECT mapping FROM ledger.import_csv_mappings WHERE import_id = $1 AND mapping IS NOT NULL',
    [importId],
  );
  const [row] = rows;
  if (row !== undefined) return toCsvMapping(row['mapping']);
  const message = 'the columns of this file have no mapping yet. Upload the file again and choose its columns.';
  throw new ImportFileError({ code: 'no_mapping', line: 1, message });
}
