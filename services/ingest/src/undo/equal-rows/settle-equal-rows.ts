import { occurrenceHash } from '@clearwatch/domain/ledger/transaction-identity';
import type { Ask } from '../../members/ask.ts';
import { type EqualEntries, keptAndLeaving, type StoredEqual } from './equal-entries.ts';
import { type Regrouping, regroup } from './regroup.ts';
import { type EqualRow, replayEqualRows } from './replay-equal-rows.ts';
import { happeningsOf, skippedEquals } from './skipped-equals.ts';

export interface SettledEquals {
  /** Imports of entries that somebody had kept and that are none any more. */
  emptied: number[];
  /** Imports that got an entry. */
  heirs: number[];
  /** Entries that went over to another row. */
  passedOn: number;
}

/**
 * Where somebody has kept a skipped row, an entry that leaves can change the places of those that stay, and whether the
 * row would have been skipped at all. Such entries are few, kept by hand one by one: what would have become of them is
 * played through. Takes them out of `leaving` and puts those in that go in the end.
 */
export async function settleEqualRows(ask: Ask, importId: number): Promise<SettledEquals> {
  const settled: SettledEquals = { emptied: [], heirs: [], passedOn: 0 };
  for (const group of await keptAndLeaving(ask)) {
    const { entries } = group;
    const rows = [
      ...entries.flatMap((entry) => storedRow(entry, importId)),
      ...(await skippedEquals(ask, { importId, entries })),
    ];
    const holders = replayEqualRows(rows, await happeningsOf(ask, { rows, entries }));
    const regrouping = regroup(entries, rows, holders);
    await write(ask, group, regrouping);
    note(settled, entries, regrouping);
  }
  return settled;
}

/** Of an entry that was not kept, the row it was stored for. */
function storedRow({ id, importId, nth, line, metadata, isKept }: StoredEqual, undone: number): EqualRow[] {
  if (isKept || importId === undone) return [];
  return [{ importId, row: 0, nth, line, metadata, entryId: id, keptAs: null }];
}

function note(settled: SettledEquals, entries: readonly StoredEqual[], { placed, gone }: Regrouping): void {
  const inherited = placed.flatMap(({ id, heir }) => (heir === null ? [] : [{ id, heir }]));
  const left = new Set([...gone, ...inherited.map(({ id }) => id)]);
  settled.emptied.push(
    ...entries.filter(({ id, isKept }) => isKept && left.has(id)).map(({ importId }) => importId),
  );
  settled.heirs.push(...inherited.map(({ heir }) => heir.importId));
  settled.passedOn += inherited.length;
}

async function write(ask: Ask, { identity, entries }: EqualEntries, regrouping: Regrouping): Promise<void> {
  const { placed, gone, skipped } = regrouping;
  const moved = placed.filter(({ id, nth }) => entries.some((entry) => entry.id === id && entry.nth !== nth));
  // Places are unique: whoever leaves or moves makes room first.
  await ask(CLEAR_PLACES, [[...gone, ...moved.map(({ id }) => id)]]);
  await ask(TAKE_PLACES, [
    JSON.stringify(moved.map(({ id, nth }) => ({ id, hash: occurrenceHash(identity, nth) }))),
  ]);
  await ask(PASS_ON, [
    JSON.stringify(placed.flatMap(({ id, heir }) => (heir === null ? [] : [{ ...columns(heir), id }]))),
  ]);
  await ask(POINT_AT_TWINS, [
    JSON.stringify(
      skipped.map(({ row, twinId, twinMetadata }) => ({
        ...columns(row),
        twin_id: twinId,
        own_metadata: row.metadata === twinMetadata ? null : (row.metadata ?? 'null'),
      })),
    ),
  ]);
  await ask(STAY, [entries.map(({ id }) => id)]);
  await ask(LEAVE, [gone]);
}

const columns = ({ importId, row, line, metadata }: EqualRow) => ({
  import_id: importId,
  row_number: row,
  line,
  metadata,
});

const CLEAR_PLACES =
  'UPDATE ledger.transactions SET transaction_hash = gen_random_uuid() WHERE id = ANY($1::bigint[])';
const TAKE_PLACES = `
  UPDATE ledger.transactions t SET transaction_hash = place.hash
  FROM jsonb_to_recordset($1::jsonb) AS place (id bigint, hash uuid) WHERE t.id = place.id`;
const PASS_ON = `
  WITH heir AS (
    SELECT * FROM jsonb_to_recordset($1::jsonb)
      AS heir (id bigint, import_id bigint, row_number integer, line integer, metadata text)
  ), stored AS (
    DELETE FROM ledger.duplicate_rows d USING heir
    WHERE d.import_id = heir.import_id AND d.row_number = heir.row_number
  )
  UPDATE ledger.transactions t SET import_id = heir.import_id, line = heir.line, metadata = heir.metadata::jsonb
  FROM heir WHERE t.id = heir.id`;
const POINT_AT_TWINS = `
  UPDATE ledger.duplicate_rows d SET twin_id = skipped.twin_id, own_metadata = skipped.own_metadata::jsonb
  FROM jsonb_to_recordset($1::jsonb)
    AS skipped (import_id bigint, row_number integer, twin_id bigint, own_metadata text)
  WHERE d.import_id = skipped.import_id AND d.row_number = skipped.row_number`;
const STAY = 'DELETE FROM leaving WHERE id = ANY($1::bigint[])';
const LEAVE = `
  INSERT INTO leaving SELECT id, account_number FROM ledger.transactions WHERE id = ANY($1::bigint[])`;
