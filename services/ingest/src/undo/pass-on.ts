import { integerOf } from '@clearwatch/service-kit/database/row-readers';
import { metadataOfRow, ownMetadata } from '../duplicates/own-metadata.sql.ts';
import type { Ask } from '../members/ask.ts';

/**
 * Of the rows that equal an entry the first that was imported. Rows of one file are in order; of several files the one
 * that was stored first has the entry, as it would have had without the import that goes. The range lets PostgreSQL skip
 * what lies elsewhere.
 */
const findHeirs = (importId: number) => `
  CREATE TEMPORARY TABLE heirs ON COMMIT DROP AS
  SELECT DISTINCT ON (d.twin_id) d.twin_id AS id, d.import_id, d.row_number, d.line, d.own_metadata
  FROM ledger.duplicate_rows d JOIN leaving l ON l.id = d.twin_id JOIN ledger.imports i ON i.id = d.import_id
  WHERE d.import_id <> ${BigInt(importId)}
    AND d.twin_id BETWEEN (SELECT min(id) FROM leaving) AND (SELECT max(id) FROM leaving)
  ORDER BY d.twin_id, i.finished_at, i.id, d.row_number;
  ANALYZE heirs (id)`;

/** What the other rows say beside their new twin. */
const COMPARE_ANEW = `
  UPDATE ledger.duplicate_rows d
  SET own_metadata = ${ownMetadata(`(${metadataOfRow('d', 't')})`, `(${metadataOfRow('heir', 't')})`)}
  FROM heirs heir JOIN ledger.transactions t ON t.id = heir.id
  WHERE heir.own_metadata IS NOT NULL AND d.twin_id = heir.id
    AND (d.import_id, d.row_number) <> (heir.import_id, heir.row_number)`;

const PASS_ON = `
  UPDATE ledger.transactions t
  SET import_id = heir.import_id, line = heir.line, metadata = ${metadataOfRow('heir', 't')}
  FROM heirs heir WHERE t.id = heir.id`;

const NO_LONGER_SKIPPED = `
  DELETE FROM ledger.duplicate_rows d USING heirs h WHERE d.import_id = h.import_id AND d.row_number = h.row_number`;

const STAY = 'DELETE FROM leaving l USING heirs h WHERE l.id = h.id';

/**
 * An entry that a row of another file equals goes over to it, in place: its id stays, and with it all that points at it.
 * @returns which imports got one, and how many there were
 */
export async function passOn(ask: Ask, importId: number): Promise<{ heirs: number[]; passedOn: number }> {
  await ask(findHeirs(importId));
  const counted = await ask(
    'SELECT import_id, count(*) AS entries, count(own_metadata) AS own FROM heirs GROUP BY 1',
  );
  if (counted.length === 0) return { heirs: [], passedOn: 0 };
  if (counted.some((row) => integerOf(row, 'own') > 0)) await ask(COMPARE_ANEW);
  await ask(PASS_ON);
  await ask(NO_LONGER_SKIPPED);
  await ask(STAY);
  return {
    heirs: counted.map((row) => integerOf(row, 'import_id')),
    passedOn: counted.reduce((sum, row) => sum + integerOf(row, 'entries'), 0),
  };
}
