import type { ControlLevel, ControlTotals, FileWarning } from '@clearwatch/contracts/imports.dto';
import { integerOf, type Row } from '@clearwatch/service-kit/database/row-readers';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import { toStorableText } from '../import-file/import-copy-text.ts';
import type { ImportEntries } from '../ledger/ledger-sql.ts';
import { ImportTotalsEntity, ImportWarningEntity } from './import.entity.ts';
import {
  type CountedParts,
  countMoneyParts,
  type PlacedControlTotals,
  type ReceiptCollector,
  storedParts,
} from './receipt-parts.ts';

function toControlTotals(row: ImportTotalsEntity): ControlTotals {
  const { declaredEntriesAndAddenda, declaredEntryHash, declaredDebits, declaredCredits } = row;
  const isDeclared =
    declaredEntriesAndAddenda !== null &&
    declaredEntryHash !== null &&
    declaredDebits !== null &&
    declaredCredits !== null;
  return {
    level: row.level,
    label: row.label,
    headerLine: row.headerLine,
    controlLine: row.controlLine,
    declared: isDeclared
      ? {
          entryAndAddendaCount: declaredEntriesAndAddenda,
          entryHash: declaredEntryHash,
          debits: declaredDebits,
          credits: declaredCredits,
        }
      : null,
    counted: {
      entryAndAddendaCount: row.countedEntriesAndAddenda,
      entryHash: row.countedEntryHash,
      debits: row.countedDebits,
      credits: row.countedCredits,
    },
    balanced: row.balanced,
    parts: row.parts,
    differences: row.differences,
  };
}

function toFileWarning(row: ImportWarningEntity): FileWarning {
  const { line, columnsFrom: from, columnsTo: to, field, value, rule, sentence } = row;
  return { line, columns: from === null || to === null ? null : { from, to }, field, value, rule, sentence };
}

/** What was noted about files; bounded by what `ReceiptCollector` keeps. */
@Injectable()
export class ReceiptsRepository {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  /** In the order of the file. */
  async totalsOf(importId: number): Promise<ControlTotals[]> {
    const rows = await this.database.manager.find(ImportTotalsEntity, {
      where: { importId },
      order: { position: 'ASC' },
    });
    return rows.map(toControlTotals);
  }

  /** How many of the import's returns have found the entry that came back; finds its rows where they lie together. */
  async matchedReturnsOf(importId: number): Promise<number> {
    const [row] = await this.database.query<Row[]>(
      `SELECT count(*) AS total FROM ledger.transactions t JOIN ledger.entry_returns r ON r.return_id = t.id
       WHERE t.import_id = $1 AND t.entry_kind = 'return' AND r.original_id IS NOT NULL`,
      [importId],
    );
    return integerOf(row ?? {}, 'total');
  }

  /** In the order of the file. */
  async warningsOf(importId: number): Promise<FileWarning[]> {
    const rows = await this.database.manager.find(ImportWarningEntity, {
      where: { importId },
      order: { position: 'ASC' },
    });
    return rows.map(toFileWarning);
  }
}

/** Keeps what was noted about the file; part of the import's own transaction, when its entries are stored. */
export async function storeReceipt(
  client: Client,
  own: ImportEntries,
  notes: ReceiptCollector,
): Promise<void> {
  if (notes.totalsCount > 0) await storeTotals(client, own, notes);
  if (notes.warnings.length > 0) await storeWarnings(client, own.importId, notes);
}

async function storeTotals(client: Client, own: ImportEntries, notes: ReceiptCollector): Promise<void> {
  const { importId } = own;
  const placed = notes.totals;
  const [batches, files] = [totalsOfLevel(placed, 'batch'), totalsOfLevel(placed, 'file')];
  const parts = await countMoneyParts(client, { own, batches, files, rejected: notes.rejected });
  const partsAt = new Map([
    ...batches.map(({ position }, index) => [position, parts.batches[index]] as const),
    ...files.map(({ position }, index) => [position, parts.files[index]] as const),
  ]);
  const rows = placed.map(({ position, totals: { declared, counted, ...totals } }) => ({
    position,
    parts: storedPartsOf(partsAt.get(position)),
    level: totals.level,
    label: toStorableText(totals.label),
    headerLine: totals.headerLine,
    controlLine: totals.controlLine,
    balanced: totals.balanced,
    differences: totals.differences,
    declaredEntries: declared?.entryAndAddendaCount ?? null,
    declaredHash: declared?.entryHash ?? null,
    declaredDebits: declared?.debits ?? null,
    declaredCredits: declared?.credits ?? null,
    countedEntries: counted.entryAndAddendaCount,
    countedHash: counted.entryHash,
    countedDebits: counted.debits,
    countedCredits: counted.credits,
  }));
  await client.query(
    `INSERT INTO ledger.import_totals (import_id, position, level, label, header_line, control_line, balanced,
       differences, declared_entries_and_addenda, declared_entry_hash, declared_debits, declared_credits,
       counted_entries_and_addenda, counted_entry_hash, counted_debits, counted_credits, parts)
     SELECT $1::bigint, * FROM jsonb_to_recordset($2::jsonb) AS row(position integer, level text, label text,
       "headerLine" integer, "controlLine" integer, balanced boolean, differences text[], "declaredEntries" integer,
       "declaredHash" bigint, "declaredDebits" numeric, "declaredCredits" numeric, "countedEntries" integer,
       "countedHash" bigint, "countedDebits" numeric, "countedCredits" numeric, parts jsonb)`,
    [importId, JSON.stringify(rows)],
  );
  await client.query('UPDATE ledger.imports SET parts = $2 WHERE id = $1', [
    importId,
    JSON.stringify(storedParts(parts.whole)),
  ]);
}

const totalsOfLevel = (placed: readonly PlacedControlTotals[], level: ControlLevel) =>
  placed.filter(({ totals }) => totals.level === level);

const storedPartsOf = (parts: CountedParts | undefined) => (parts === undefined ? null : storedParts(parts));

async function storeWarnings(
  client: Client,
  importId: number,
  { warnings }: ReceiptCollector,
): Promise<void> {
  const rows = warnings.map(({ line, columns, field, value, rule, sentence }, index) => ({
    position: index + 1,
    line,
    from: columns?.from ?? null,
    to: columns?.to ?? null,
    field: toStorableText(field),
    value: toStorableText(value),
    rule,
    sentence: toStorableText(sentence),
  }));
  await client.query(
    `INSERT INTO ledger.import_warnings (import_id, position, line, columns_from, columns_to, field, value, rule,
       sentence)
     SELECT $1::bigint, * FROM jsonb_to_recordset($2::jsonb) AS row(position integer, line integer, "from" integer,
       "to" integer, field text, value text, rule text, sentence text)`,
    [importId, JSON.stringify(rows)],
  );
}
