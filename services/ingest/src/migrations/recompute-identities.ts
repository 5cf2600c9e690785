import type { QueryRunner } from 'typeorm';

/**
 * An entry's identity has changed: it now includes the individual identification number of NACHA entries, and a company
 * is no longer taken from the description if the file has none. Stored entries get the identities that a new import
 * would give them, so that their files still contain only duplicates.
 *
 * Does not call packages/domain/src/ledger/transaction-identity.ts, which may change: this is a copy of its
 * computation. Lengths count UTF-16 units, as in JavaScript.
 */
export async function recomputeIdentities(runner: QueryRunner): Promise<void> {
  await runner.query(FUNCTIONS);
  // Entries without metadata, from files that name the company, keep their identity.
  await runner.query(`
      CREATE TEMPORARY TABLE without_company ON COMMIT DROP AS
      SELECT i.id AS import_id FROM ledger.imports i JOIN ledger.import_csv_mappings m ON m.import_id IN (i.id, i.kept_from)
       WHERE m.mapping IS NOT NULL AND NOT jsonb_path_exists(m.mapping, '$.columns[*] ? (@.field == "company")');
      CREATE TEMPORARY TABLE places ON COMMIT DROP AS
      SELECT t.id, t.transaction_hash AS stored, pg_temp.identity_of(pg_temp.fields_of(t)) AS old_identity,
        NULL::uuid AS new_identity
        FROM ledger.transactions t
       WHERE t.metadata IS NOT NULL OR t.import_id IN (SELECT import_id FROM without_company)`);
  await runner.query(KEEP_IDENTIFICATIONS);
  await runner.query(FORGET_COMPANIES);
  await runner.query(`
      UPDATE places SET new_identity = pg_temp.identity_of(pg_temp.fields_of(t) || pg_temp.identification_field(t.metadata))
        FROM ledger.transactions t WHERE t.id = places.id`);
  await runner.query(MOVE);
  await runner.query(REJECT_WRONG_DUPLICATES);
  await runner.query(`
      DROP FUNCTION pg_temp.identification_of(text, jsonb), pg_temp.identification_field(jsonb),
        pg_temp.fields_of(ledger.transactions), pg_temp.field(text), pg_temp.identity_of(text),
        pg_temp.nth_identity(uuid, bigint)`);
}

const FUNCTIONS = String.raw`
  CREATE FUNCTION pg_temp.field(value text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
      WHEN value IS NULL THEN '-'
      WHEN octet_length(value) = length(value) THEN length(value) || ':' || value
      ELSE length(value) + length(regexp_replace(value, '[^\U00010000-\U0010FFFF]', '', 'g')) || ':' || value END $$;
  CREATE FUNCTION pg_temp.fields_of(t ledger.transactions) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT pg_temp.field(t.company) || pg_temp.field(t.last_name) || pg_temp.field(t.first_name)
      || pg_temp.field(t.middle_initial) || pg_temp.field(t.account_number) || pg_temp.field(t.original_account)
      || pg_temp.field(t.transaction_code) || pg_temp.field((t.amount * 100)::bigint::text)
      || pg_temp.field(t.transaction_type::text) || pg_temp.field(t.check_tracer_number) || pg_temp.field(t.addenda)
      || pg_temp.field(t.batch) || pg_temp.field(to_char(t.settlement_date, 'YYYY-MM-DD'))
      || pg_temp.field(to_char(t.effective_date, 'YYYY-MM-DD')) || pg_temp.field(to_char(t.posting_date, 'YYYY-MM-DD'))
      || pg_temp.field(t.posting_minute::text) || pg_temp.field(t.entry_description) || pg_temp.field(t.class)
      || pg_temp.field(t.metadata ->> 'memberId') || pg_temp.field(t.metadata ->> 'routingNumber') $$;
  CREATE FUNCTION pg_temp.identification_field(metadata jsonb) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN metadata ->> 'identification' IS NULL THEN '' ELSE pg_temp.field(metadata ->> 'identification') END $$;
  CREATE FUNCTION pg_temp.identity_of(fields text) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT substr(encode(sha256(convert_to(fields, 'UTF8')), 'hex'), 1, 32)::uuid $$;
  CREATE FUNCTION pg_temp.nth_identity(identity uuid, n bigint) RETURNS uuid LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE n WHEN 1 THEN identity ELSE md5(identity::text || ':' || n)::uuid END $$;
  -- Serial numbers of checks (columns 40-54; of POP 40-48) and the receiver's number of international entries (addenda 15,
  -- columns 4-18) stood in the kept records only.
  CREATE FUNCTION pg_temp.identification_of(class text, metadata jsonb) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT nullif(btrim(CASE
      WHEN metadata ->> 'identification' IS NOT NULL OR metadata ->> 'record' IS NULL THEN NULL
      WHEN class IN ('ARC', 'BOC', 'RCK', 'TRC', 'XCK') THEN substring(rpad(metadata ->> 'record', 94), '^.{39}([ -~]{15})')
      WHEN class = 'POP' THEN substring(rpad(metadata ->> 'record', 94), '^.{39}([ -~]{9})')
      WHEN class = 'IAT' THEN (regexp_match(metadata ->> 'addendaRecords', '(?:^|\n)715([ -~]{1,15})'))[1] END), '') $$`;

const KEEP_IDENTIFICATIONS = `
  UPDATE ledger.transactions t
     SET metadata = t.metadata || jsonb_build_object('identification', pg_temp.identification_of(t.class, t.metadata))
   WHERE t.class IN ('ARC', 'BOC', 'RCK', 'TRC', 'XCK', 'POP', 'IAT')
     AND pg_temp.identification_of(t.class, t.metadata) IS NOT NULL;
  UPDATE ledger.duplicate_rows d
     SET own_metadata = d.own_metadata
       || jsonb_build_object('identification', pg_temp.identification_of(t.class, d.own_metadata))
    FROM ledger.transactions t
   WHERE t.id = d.twin_id AND t.class IN ('ARC', 'BOC', 'RCK', 'TRC', 'XCK', 'POP', 'IAT')
     AND jsonb_typeof(d.own_metadata) = 'object' AND pg_temp.identification_of(t.class, d.own_metadata) IS NOT NULL`;

/** Entries without their own company: dashboard rows, recognized by their metadata, and tables without that column. */
const FORGET_COMPANIES = `
  CREATE TEMPORARY TABLE nameless ON COMMIT DROP AS
  SELECT id, account_number FROM ledger.transactions
   WHERE company <> 'Unknown originator' AND ((metadata ? 'memberName' AND metadata ? 'accountId')
         OR import_id IN (SELECT import_id FROM without_company));
  UPDATE ledger.transactions t SET company = 'Unknown originator' FROM nameless n WHERE n.id = t.id;
  UPDATE ledger.members m SET company = naming.company
    FROM (SELECT DISTINCT ON (t.account_number) t.account_number, t.company
            FROM ledger.transactions t JOIN (SELECT DISTINCT account_number FROM nameless) n USING (account_number)
           ORDER BY t.account_number, t.last_name <> '' DESC,
             coalesce(t.posting_date, t.settlement_date, t.effective_date, '-infinity') DESC, t.import_id DESC, t.line DESC,
             t.transaction_hash DESC) naming
   WHERE m.account_number = naming.account_number AND m.company <> naming.company`;

/**
 * Equal entries are numbered within their group. If an old group splits, each new group keeps the old order. Identities
 * must always be unique, so entries that only change their number first get a random identity.
 */
const MOVE = `
  CREATE TEMPORARY TABLE old_groups ON COMMIT DROP AS
  SELECT old_identity, count(*) AS entries, bool_or(stored <> old_identity) AS has_equals
    FROM places GROUP BY 1 HAVING bool_or(new_identity <> old_identity);
  ANALYZE places; ANALYZE old_groups;
  CREATE TEMPORARY TABLE moves ON COMMIT DROP AS
  WITH old_places AS (
    SELECT old_identity, n, pg_temp.nth_identity(old_identity, n) AS stored
      FROM old_groups, generate_series(1, CASE WHEN has_equals THEN entries + 1000 ELSE 1 END) n),
  numbered AS (
    SELECT p.id, p.stored, p.new_identity, p.new_identity = p.old_identity AS stays_equal,
      row_number() OVER (PARTITION BY p.new_identity ORDER BY o.n NULLS LAST, p.id) AS n
      FROM places p JOIN old_groups USING (old_identity)
      LEFT JOIN old_places o ON o.old_identity = p.old_identity AND o.stored = p.stored)
  SELECT id, stays_equal, pg_temp.nth_identity(new_identity, n) AS moved
    FROM numbered WHERE stored <> pg_temp.nth_identity(new_identity, n);
  ANALYZE moves;
  UPDATE ledger.transactions t SET transaction_hash = gen_random_uuid() FROM moves m WHERE m.id = t.id AND m.stays_equal;
  UPDATE ledger.transactions t SET transaction_hash = m.moved FROM moves m WHERE m.id = t.id AND NOT m.stays_equal;
  UPDATE ledger.transactions t SET transaction_hash = m.moved FROM moves m WHERE m.id = t.id AND m.stays_equal`;

/**
 * Rows that were skipped, never stored, although they identify a different receiver than their twin. They become
 * rejected rows that say so; the next import of their file stores them. A row that a user kept becomes its own twin.
 */
const REJECT_WRONG_DUPLICATES = `
  CREATE TEMPORARY TABLE wrong ON COMMIT DROP AS
  SELECT d.import_id, d.row_number, d.line, d.kept_as, d.own_metadata, t.id AS twin_id
    FROM ledger.duplicate_rows d JOIN ledger.transactions t ON t.id = d.twin_id
   WHERE d.own_metadata IS NOT NULL
     AND d.own_metadata ->> 'identification' IS DISTINCT FROM t.metadata ->> 'identification';
  UPDATE ledger.duplicate_rows d SET twin_id = w.kept_as, own_metadata = NULL
    FROM wrong w WHERE w.kept_as IS NOT NULL AND (d.import_id, d.row_number) = (w.import_id, w.row_number);
  DELETE FROM wrong WHERE kept_as IS NOT NULL;
  DELETE FROM ledger.duplicate_rows d USING wrong w WHERE (d.import_id, d.row_number) = (w.import_id, w.row_number);
  INSERT INTO ledger.rejected_rows (import_id, row_number, problem, line, field, value, reason, source)
  SELECT import_id, row_number, 1, line, 'identification', coalesce(own_metadata ->> 'identification', ''),
    'an earlier version took this entry for a duplicate because it did not compare the individual identification number; '
      || 'import the file again to store it',
    concat_ws(E'\\n', own_metadata ->> 'record', own_metadata ->> 'addendaRecords')
    FROM wrong;
  UPDATE ledger.imports i
     SET duplicate_count = duplicate_count - w.entries, rejected_count = rejected_count + w.entries
    FROM (SELECT import_id, count(*) AS entries FROM wrong GROUP BY 1) w WHERE i.id = w.import_id`;
