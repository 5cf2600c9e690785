import { integerOf, nullable, type Row, textOf } from '@clearwatch/service-kit/database/row-readers';
import type { Ask } from '../../members/ask.ts';
import type { StoredEqual } from './equal-entries.ts';
import type { EqualRow, Happening } from './replay-equal-rows.ts';

/** Rows that were skipped because the ledger holds one of these entries, but for those of the import that goes. */
export async function skippedEquals(
  ask: Ask,
  { importId, entries }: { importId: number; entries: readonly StoredEqual[] },
): Promise<EqualRow[]> {
  const twins = new Map(entries.map((entry) => [entry.id, entry]));
  const rows = await ask(
    `SELECT import_id, row_number, line, twin_id, kept_as, own_metadata::text AS own_metadata
     FROM ledger.duplicate_rows WHERE twin_id = ANY($1::bigint[]) AND import_id <> $2`,
    [[...twins.keys()], importId],
  );
  return rows.flatMap((row) => {
    const twin = twins.get(integerOf(row, 'twin_id'));
    return twin === undefined ? [] : [toEqualRow(row, twin)];
  });
}

/** What happened to these rows, in the order in which it happened. */
export async function happeningsOf(
  ask: Ask,
  { rows, entries }: { rows: readonly EqualRow[]; entries: readonly StoredEqual[] },
): Promise<Happening[]> {
  const kept = new Map(entries.filter(({ isKept }) => isKept).map(({ importId, id }) => [importId, id]));
  const imports = new Set([...rows.map(({ importId }) => importId), ...kept.keys()]);
  const inOrder = await ask(
    'SELECT id FROM ledger.imports WHERE id = ANY($1::bigint[]) ORDER BY finished_at, id',
    [[...imports]],
  );
  return inOrder.map((row) => {
    const importId = integerOf(row, 'id');
    const keptAs = kept.get(importId);
    return keptAs === undefined ? { importId } : { keptAs };
  });
}

function toEqualRow(row: Row, twin: StoredEqual): EqualRow {
  const own = nullable(textOf, row, 'own_metadata');
  return {
    importId: integerOf(row, 'import_id'),
    row: integerOf(row, 'row_number'),
    nth: twin.nth,
    line: integerOf(row, 'line'),
    metadata: metadataOf(own, twin),
    entryId: null,
    keptAs: nullable(integerOf, row, 'kept_as'),
  };
}

/** As `metadataOfRow` says it in SQL. */
function metadataOf(own: string | null, twin: StoredEqual): string | null {
  if (own === null) return twin.metadata;
  return own === 'null' ? null : own;
}
