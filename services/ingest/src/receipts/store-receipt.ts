import type { Client } from 'pg';
import { storableText } from '../import-file/storable-text.ts';
import type { ReceiptNotes } from './receipt-notes.ts';

/** Keeps what was noted about the file; part of the import's own transaction. */
export async function storeReceipt(client: Client, importId: number, notes: ReceiptNotes): Promise<void> {
  if (notes.totalsCount > 0) await storeTotals(client, importId, notes);
  if (notes.warnings.length > 0) await storeWarnings(client, importId, notes);
}

async function storeTotals(client: Client, importId: number, notes: ReceiptNotes): Promise<void> {
  const rows = notes.totals.map(({ position, totals: { declared, counted, ...totals } }) => ({
    position,
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
       counted_entries_and_addenda, counted_entry_hash, counted_debits, counted_credits)
     SELECT $1::bigint, * FROM jsonb_to_recordset($2::jsonb) AS row(position integer, level text, label text,
       "headerLine" integer, "controlLine" integer, balanced boolean, differences text[], "declaredEntries" integer,
       "declaredHash" bigint, "declaredDebits" numeric, "declaredCredits" numeric, "countedEntries" integer,
       "countedHash" bigint, "countedDebits" numeric, "countedCredits" numeric)`,
    [importId, JSON.stringify(rows)],
  );
}

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
