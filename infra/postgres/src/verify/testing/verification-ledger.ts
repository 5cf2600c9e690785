import type { Client } from 'pg';

export async function clearVerificationLedger(client: Client): Promise<void> {
  await client.query(`
    TRUNCATE ledger.imports, ledger.transactions, ledger.members, ledger.duplicate_rows, ledger.rejected_rows,
      ledger.undo_changes, ledger.entry_returns, analytics.projected_imports, analytics.projected_undos, analytics.ledger_days,
      analytics.account_days, analytics.company_days, analytics.company_accounts,
      analytics.company_day_codes, analytics.company_names, analytics.company_arrivals, reports.search_imports,
      reports.search_entries, analytics.unusual_activities, analytics.alert_links RESTART IDENTITY CASCADE`);
}

/**
 * A small handwritten ledger, stored the way the services store it. Import 1 is in the figures; import 2 is not yet.
 * Import 1 skipped a duplicate of entry 1 and rejected one row; entry 6 returns entry 3. There were three alerts: one
 * was extended and one was removed.
 */
export async function fillVerificationLedger(client: Client): Promise<void> {
  await client.query(`
    INSERT INTO ledger.imports (file_name, file_size, digest, state, uploaded_by_name, finished_at, transaction_count,
      member_count, duplicate_count, rejected_count, zero_dollar_count, prenote_count, return_count, notice_count,
      credit_total, debit_total)
    VALUES ('a.json', 1, repeat('0', 64), 'stored', 'paula', now(), 7, 2, 1, 1, 1, 1, 1, 1, 300.30, 40.04),
           ('b.json', 1, repeat('1', 64), 'stored', 'paula', now(), 1, 1, 0, 0, 0, 0, 0, 0, 0.00, 5.05),
           ('c.json', 1, repeat('2', 64), 'failed', 'paula', now(), 0, 0, 0, 0, 0, 0, 0, 0, 0.00, 0.00);

    INSERT INTO ledger.transactions (import_id, line, company, last_name, first_name, account_number, original_account,
      transaction_code, amount, transaction_type, entry_kind, posting_date, transaction_hash)
    SELECT import_id, row_number() OVER (), company, 'SAMPLE', 'ANA', account, account, '22', amount,
           type::ledger.transaction_type, kind::ledger.entry_kind, day::date, gen_random_uuid()
      FROM (VALUES (1, 'ACME', 'A1', 100.10, 'Credit', 'money', '2026-03-02'),
                   (1, 'ACME', 'A1', 200.20, 'Credit', 'money', NULL),
                   (1, 'CITY', 'A2', 40.04, 'Debit', 'money', '2026-03-02'),
                   (1, 'CITY', 'A2', 0.00, 'Debit', 'zero_dollar', '2026-03-02'),
                   (1, 'CITY', 'A2', 0.00, 'Debit', 'prenote', '2026-03-02'),
                   (1, 'CITY', 'A2', 9.99, 'Debit', 'return', '2026-03-03'),
                   (1, 'CITY', 'A2', 0.00, 'Credit', 'notification_of_change', '2026-03-03'),
                   (2, 'CITY', 'A2', 5.05, 'Debit', 'money', '2026-03-04'))
           AS e (import_id, company, account, amount, type, kind, day);

    INSERT INTO ledger.duplicate_rows (import_id, row_number, line, twin_id) VALUES (1, 8, 8, 1);
    INSERT INTO ledger.rejected_rows (import_id, row_number, problem, line, field, value, reason)
    VALUES (1, 9, 1, 9, 'amount', 'x', 'is no amount'), (1, 9, 2, 9, 'company', '', 'is missing');

    INSERT INTO ledger.entry_returns (return_id, account_number, kind, reason_code, original_trace, original_id)
    VALUES (6, 'A2', 'return', 'R01', '1', 3), (7, 'A2', 'notification_of_change', 'C01', '', NULL);

    INSERT INTO ledger.members (company, last_name, first_name, account_number, original_account, account_numbers,
      total_credits, total_debits, transaction_count, last_activity_date)
    VALUES ('ACME', 'SAMPLE', 'ANA', 'A1', 'A1', '{A1}', 300.30, 0, 2, '2026-03-02'),
           ('CITY', 'SAMPLE', 'ANA', 'A2', 'A2', '{A2}', 0, 45.09, 6, '2026-03-04');

    INSERT INTO analytics.projected_imports (import_id, entries) VALUES (1, 7);
    INSERT INTO analytics.ledger_days VALUES
      ('-infinity', 200.20, 0, 1, 0, 1), ('2026-03-02', 100.10, 40.04, 1, 1, 4), ('2026-03-03', 0, 0, 0, 0, 2);
    INSERT INTO analytics.account_days VALUES
      ('A1', '-infinity', 200.20, 0, 1, 0, 1), ('A1', '2026-03-02', 100.10, 0, 1, 0, 1),
      ('A2', '2026-03-02', 0, 40.04, 0, 1, 3), ('A2', '2026-03-03', 0, 0, 0, 0, 2);
    INSERT INTO analytics.company_days VALUES
      ('ACME', '-infinity', 200.20, 0, 1, 0, 1), ('ACME', '2026-03-02', 100.10, 0, 1, 0, 1),
      ('CITY', '2026-03-02', 0, 40.04, 0, 1, 3), ('CITY', '2026-03-03', 0, 0, 0, 0, 2);
    INSERT INTO analytics.company_accounts (company, account_number, first_day, last_day, entries, credits, debits,
      credit_count, debit_count, first_debit)
    VALUES ('ACME', 'A1', '2026-03-02', '2026-03-02', 2, 300.30, 0, 2, 0, NULL),
           ('CITY', 'A2', '2026-03-02', '2026-03-03', 5, 0, 40.04, 0, 1, '2026-03-02');
    INSERT INTO analytics.company_day_codes VALUES
      ('ACME', '-infinity', '22', 'Credit', 1, 200.20, 200.20, 0), ('ACME', '2026-03-02', '22', 'Credit', 1, 100.10, 100.10, 0),
      ('CITY', '2026-03-02', '22', 'Debit', 1, 40.04, 40.04, 0), ('CITY', '2026-03-03', '22', 'Debit', 0, 0, 0, 0),
      ('CITY', '2026-03-03', '22', 'Credit', 0, 0, 0, 0);

    INSERT INTO analytics.company_names VALUES ('ACME', 'acme', 0), ('CITY', 'city', 0);
    INSERT INTO analytics.company_arrivals VALUES ('acme', '2026-03-02', 1, 0), ('city', '2026-03-02', 1, 1),
      ('city', '2026-03-03', 0, 0);

    INSERT INTO reports.search_imports (import_id, entries, credits, debits) VALUES (1, 7, 300.30, 40.04);
    INSERT INTO reports.search_entries (id, import_id, day, stream_id, first_name_id, last_name_id, amount)
    SELECT id, import_id, coalesce(event_date, '-infinity'), 1, 1, 1, amount FROM ledger.transactions WHERE import_id = 1;

    INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
      description, evidence, rule_version, policy_version)
    SELECT 'large_credit', account, entry, '2026-03-02', 100.10, 'Possible.', '{"entries": []}', 1, 1
      FROM (VALUES ('A1', 1), ('A2', 3), ('A2', 8)) AS a (account, entry);
    SELECT analytics.append_alert_links('{1,2,3}', 'raised');
    UPDATE analytics.unusual_activities SET amount = 200 WHERE id = 2;
    SELECT analytics.append_alert_links('{2}', 'grown');
    SELECT analytics.append_alert_links('{3}', 'removed');
    DELETE FROM analytics.unusual_activities WHERE id = 3;`);
}
