import { identityHash, occurrenceHash } from '@clearwatch/domain/ledger/transaction-identity';
import {
  booleanOf,
  integerOf,
  nullable,
  type Row,
  textOf,
} from '@clearwatch/service-kit/database/row-readers';
import { LEDGER_ROW_COLUMNS, toLedgerRow } from '../../duplicates/to-ledger-row.ts';
import type { Ask } from '../../members/ask.ts';
import type { EqualEntry } from './regroup.ts';

/** Identities asked for at a time. */
const AT_ONCE = 200;

export interface StoredEqual extends EqualEntry {
  importId: number;
  /** Whether somebody kept it: its import holds nothing else. */
  isKept: boolean;
  line: number;
  metadata: string | null;
  leaves: boolean;
}

/** All entries of the ledger that say the same, in the order of their places. */
export interface EqualEntries {
  /** Identity of the first. */
  identity: string;
  entries: StoredEqual[];
}

const KEPT = `
  SELECT ${LEDGER_ROW_COLUMNS} FROM ledger.transactions JOIN touched USING (account_number)
  WHERE id IN (SELECT kept_as FROM ledger.duplicate_rows WHERE kept_as IS NOT NULL)`;

const OF_IDENTITIES = `
  SELECT t.id, wanted.nth, t.import_id, i.kept_from IS NOT NULL AS is_kept, t.line, t.metadata::text AS metadata,
    l.id IS NOT NULL AS leaves
  FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (hash, nth)
  JOIN ledger.transactions t ON t.transaction_hash = wanted.hash
  JOIN ledger.imports i ON i.id = t.import_id
  LEFT JOIN leaving l ON l.id = t.id
  ORDER BY wanted.nth`;

/** Equal entries some of which leave, and some of which stand there because somebody kept a skipped row. */
export async function keptAndLeaving(ask: Ask): Promise<EqualEntries[]> {
  const kept = await ask(KEPT);
  const identities = new Set(kept.map((row) => identityHash(toLedgerRow(row))));
  const groups: EqualEntries[] = [];
  for (const identity of identities) {
    const entries = await equalEntries(ask, identity);
    if (entries.some(({ leaves }) => leaves)) groups.push({ identity, entries });
  }
  return groups;
}

async function equalEntries(ask: Ask, identity: string): Promise<StoredEqual[]> {
  const entries: StoredEqual[] = [];
  for (let from = 0; ; from += AT_ONCE) {
    const wanted = Array.from({ length: AT_ONCE }, (_, index) => occurrenceHash(identity, from + index + 1));
    const rows = await ask(OF_IDENTITIES, [wanted]);
    entries.push(...rows.map((row) => toStoredEqual(row, from)));
    if (rows.length < AT_ONCE) return entries;
  }
}

function toStoredEqual(row: Row, before: number): StoredEqual {
  return {
    id: integerOf(row, 'id'),
    nth: before + integerOf(row, 'nth'),
    importId: integerOf(row, 'import_id'),
    isKept: booleanOf(row, 'is_kept'),
    line: integerOf(row, 'line'),
    metadata: nullable(textOf, row, 'metadata'),
    leaves: booleanOf(row, 'leaves'),
  };
}
