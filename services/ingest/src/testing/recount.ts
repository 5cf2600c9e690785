import type { IngestApp } from './ingest-app.ts';

/** What an import left in the tables, counted anew. */
export async function recountOf({ owner }: IngestApp, importId: number): Promise<Record<string, unknown>> {
  const { rows } = await owner.query(
    `SELECT count(*)::integer AS stored,
       count(*) FILTER (WHERE entry_kind = 'zero_dollar')::integer AS "zeroDollar",
       count(*) FILTER (WHERE entry_kind = 'prenote')::integer AS prenotes,
       count(*) FILTER (WHERE entry_kind = 'return')::integer AS returns,
       count(*) FILTER (WHERE entry_kind = 'notification_of_change')::integer AS notices,
       coalesce(sum(amount) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Credit'), 0.00)::text AS credits,
       coalesce(sum(amount) FILTER (WHERE entry_kind = 'money' AND transaction_type = 'Debit'), 0.00)::text AS debits,
       (SELECT count(*)::integer FROM ledger.duplicate_rows WHERE import_id = $1) AS duplicates,
       (SELECT count(DISTINCT row_number)::integer FROM ledger.rejected_rows WHERE import_id = $1) AS rejected
     FROM ledger.transactions WHERE import_id = $1`,
    [importId],
  );
  return rows[0];
}
