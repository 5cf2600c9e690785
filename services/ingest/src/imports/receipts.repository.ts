import { ControlTotals, type FileWarning } from '@clearwatch/contracts/imports.dto';
import { pickFieldsOf } from '@clearwatch/service-kit/database/entity-columns';
import { insertRows } from '@clearwatch/service-kit/database/query-rows';
import type { Client } from 'pg';
import { toStorableText } from '../import-file/import-copy-text.ts';
import type { ImportEntries } from '../ledger/ledger-sql.ts';
import type { ImportTotalsEntity, ImportWarningEntity } from './import.entity.ts';
import { countMoneyParts, type ReceiptCollector, toMoneyParts } from './receipt-parts.ts';

const pickTotals = pickFieldsOf(ControlTotals);

export function toControlTotals(row: ImportTotalsEntity): ControlTotals {
  const { declaredEntriesAndAddenda: count, declaredEntryHash: hash, declaredDebits, declaredCredits } = row;
  const isDeclared = count !== null && hash !== null && declaredDebits !== null && declaredCredits !== null;
  return pickTotals(row, {
    declared: isDeclared
      ? { entryAndAddendaCount: count, entryHash: hash, debits: declaredDebits, credits: declaredCredits }
      : null,
    counted: {
      entryAndAddendaCount: row.countedEntriesAndAddenda,
      entryHash: row.countedEntryHash,
      debits: row.countedDebits,
      credits: row.countedCredits,
    },
  });
}

export function toFileWarning(row: ImportWarningEntity): FileWarning {
  const { line, columnsFrom: from, columnsTo: to, field, value, rule, sentence } = row;
  return { line, columns: from === null || to === null ? null : { from, to }, field, value, rule, sentence };
}

export async function storeReceipt(client: Client, own: ImportEntries, notes: ReceiptCollector): Promise<void> {
  if (notes.totalsCount > 0) await storeTotals(client, own, notes);
  const warnings = notes.warnings.map(({ columns, field, value, sentence, ...warning }, index) => ({
    importId: own.importId,
    position: index + 1,
    ...warning,
    columnsFrom: columns?.from,
    columnsTo: columns?.to,
    field: toStorableText(field),
    value: toStorableText(value),
    sentence: toStorableText(sentence),
  }));
  if (warnings.length > 0) await insertRows(client, 'ledger.import_warnings', warnings);
}

async function storeTotals(client: Client, own: ImportEntries, notes: ReceiptCollector): Promise<void> {
  const { totals: placed, rejected } = notes;
  const batches = placed.filter(({ totals }) => totals.level === 'batch');
  const files = placed.filter(({ totals }) => totals.level === 'file');
  const parts = await countMoneyParts(client, { own, batches, files, rejected });
  const partsAt = new Map(
    [...parts.batches, ...parts.files].map((counted, index) => [
      [...batches, ...files][index]?.position,
      toMoneyParts(counted),
    ]),
  );
  const rows = placed.map(({ position, totals: { declared, counted, ...totals } }) => ({
    importId: own.importId,
    position,
    ...totals,
    label: toStorableText(totals.label),
    declaredEntriesAndAddenda: declared?.entryAndAddendaCount,
    declaredEntryHash: declared?.entryHash,
    declaredDebits: declared?.debits,
    declaredCredits: declared?.credits,
    countedEntriesAndAddenda: counted.entryAndAddendaCount,
    countedEntryHash: counted.entryHash,
    countedDebits: counted.debits,
    countedCredits: counted.credits,
    parts: partsAt.get(position),
  }));
  await insertRows(client, 'ledger.import_totals', rows);
  await client.query('UPDATE ledger.imports SET parts = $2 WHERE id = $1', [
    own.importId,
    JSON.stringify(toMoneyParts(parts.whole)),
  ]);
}
