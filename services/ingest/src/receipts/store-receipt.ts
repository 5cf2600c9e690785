import type { ControlLevel } from '@clearwatch/contracts/imports.dto';
import type { Client } from 'pg';
import type { OwnEntries } from '../import-file/own-entries.sql.ts';
import { storableText } from '../import-file/storable-text.ts';
import { type CountedParts, partsOf, storedParts } from './money-parts.ts';
import type { PlacedTotals, ReceiptNotes } from './receipt-notes.ts';

/** Keeps what was noted about the file; part of the import's own transaction, when its entries are stored. */
export async function storeReceipt(client: Client, own: OwnEntries, notes: ReceiptNotes): Promise<void> {
  if (notes.totalsCount > 0) await storeTotals(client, own, notes);
  if (notes.warnings.length > 0) await storeWarnings(client, own.importId, notes);
}

async function storeTotals(client: Client, own: OwnEntries, notes: ReceiptNotes): Promise<void> {
  const { importId } = own;
  const placed = notes.totals;
  const [batches, files] = [ofLevel(placed, 'batch'), ofLevel(placed, 'file')];
  const parts = await partsOf(client, { own, batches, files, rejected: notes.rejected });
  const partsAt = new Map([
    ...batches.map(({ position }, index) => [position, parts.batches[index]] as const),
    ...files.map(({ position }, index) => [position, parts.files[index]] as const),
  ]);
  const rows = placed.map(({ position, totals: { declared, counted, ...totals } }) => ({
    position,
    parts: storedPartsOf(partsAt.get(position)),
    level: totals.level,
    label: storableText(totals.label),
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

const ofLevel = (placed: readonly PlacedTotals[], level: ControlLevel) =>
  placed.filter(({ totals }) => totals.level === level);

const storedPartsOf = (parts: CountedParts | undefined) => (parts === undefined ? null : storedParts(parts));

async function storeWarnings(client: Client, importId: number, { warnings }: ReceiptNotes): Promise<void> {
  const rows = warnings.map(({ line, columns, field, value, rule, sentence }, index) => ({
    position: index + 1,
    line,
    from: columns?.from ?? null,
    to: columns?.to ?? null,
    field: storableText(field),
    value: storableText(value),
    rule,
    sentence: storableText(sentence),
  }));
  await client.query(
    `INSERT INTO ledger.import_warnings (import_id, position, line, columns_from, columns_to, field, value, rule,
       sentence)
     SELECT $1::bigint, * FROM jsonb_to_recordset($2::jsonb) AS row(position integer, line integer, "from" integer,
       "to" integer, field text, value text, rule text, sentence text)`,
    [importId, JSON.stringify(rows)],
  );
}
