import type { AuditRow } from './audit-row.ts';

/** A TypeORM manager or a node-postgres client within a transaction. */
export interface Transaction {
  query(sql: string, values: unknown[]): Promise<unknown>;
}

/**
 * Several events in one statement. Auth takes them from there into the log.
 * @param outbox table of the service whose events they are, `ledger.audit_outbox`
 */
export async function insertIntoOutbox(
  transaction: Transaction,
  outbox: string,
  rows: readonly AuditRow[],
): Promise<void> {
  await transaction.query(
    `INSERT INTO ${outbox} (id, at, actor_id, actor_name, actor_role, address, request_id, action,
       subject_type, subject_id, subject_label, detail)
     SELECT * FROM jsonb_to_recordset($1::jsonb) AS row(id uuid, at timestamptz, "actorId" integer, "actorName" text,
       "actorRole" text, address text, "requestId" text, action text, "subjectType" text, "subjectId" text,
       "subjectLabel" text, detail jsonb)`,
    [JSON.stringify(rows)],
  );
}
