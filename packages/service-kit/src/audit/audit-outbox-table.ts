/**
 * DDL of a service's audit outbox. An event is written here in the transaction of what it describes, so that neither
 * exists without the other; auth takes it into the log from here, and the relay removes what is there.
 */
export function createAuditOutbox(schema: string): string {
  return `
    CREATE TABLE ${schema}.audit_outbox (
      id            uuid PRIMARY KEY,
      at            timestamptz NOT NULL,
      actor_id      integer,
      actor_name    text NOT NULL,
      actor_role    text NOT NULL,
      address       text,
      request_id    text,
      action        text NOT NULL,
      subject_type  text NOT NULL,
      subject_id    text,
      subject_label text,
      detail        jsonb NOT NULL
    );
    -- A day without auth piles up many; they are read in this order, page by page.
    CREATE INDEX audit_outbox_at ON ${schema}.audit_outbox (at, id);`;
}

export function dropAuditOutbox(schema: string): string {
  return `DROP TABLE ${schema}.audit_outbox;`;
}
