/** An injected error and the disagreements it should cause: check, place, figure, stored, counted. */
type InjectedError = readonly [
  what: string,
  sql: string,
  found: readonly (readonly [string, string, string, string | null, string | null])[],
];

const MEMBERS: readonly InjectedError[] = [
  [
    'a cent too much in a member’s credits',
    `UPDATE ledger.members SET total_credits = 300.31 WHERE account_number = 'A1'`,
    [['members', 'account A1', 'credits', '300.31', '300.30']],
  ],
  [
    'wrong debits, entry count and last day of a member',
    `UPDATE ledger.members SET total_debits = 45, transaction_count = 7, last_activity_date = NULL
     WHERE account_number = 'A2'`,
    [
      ['members', 'account A2', 'debits', '45.00', '45.09'],
      ['members', 'account A2', 'entries', '7', '6'],
      ['members', 'account A2', 'last activity', null, '2026-03-04'],
    ],
  ],
  [
    'an account without a member',
    `DELETE FROM ledger.members WHERE account_number = 'A1'`,
    [['members', 'account A1', 'members', null, '1']],
  ],
  [
    'a member without entries',
    `INSERT INTO ledger.members (company, last_name, first_name, account_number, original_account, account_numbers)
     VALUES ('X', 'X', 'X', 'A3', 'A3', '{A3}')`,
    [['members', 'account A3', 'members', '1', null]],
  ],
];

const IMPORTS: readonly InjectedError[] = [
  [
    'wrong totals of an import',
    'UPDATE ledger.imports SET credit_total = 300.29, debit_total = 40.05 WHERE id = 1',
    [
      ['imports', 'import 1', 'credits', '300.29', '300.30'],
      ['imports', 'import 1', 'debits', '40.05', '40.04'],
    ],
  ],
  [
    'wrong counts of an import',
    `UPDATE ledger.imports SET transaction_count = 6, member_count = 3, zero_dollar_count = 0, prenote_count = 2,
       return_count = 0, notice_count = 0 WHERE id = 1`,
    [
      ['imports', 'import 1', 'entries', '6', '7'],
      ['imports', 'import 1', 'members', '3', '2'],
      ['imports', 'import 1', 'notifications of change', '0', '1'],
      ['imports', 'import 1', 'prenotes', '2', '1'],
      ['imports', 'import 1', 'returns', '0', '1'],
      ['imports', 'import 1', 'zero-dollar entries', '0', '1'],
    ],
  ],
  [
    'entries of an import that failed',
    `UPDATE ledger.imports SET state = 'failed' WHERE id = 2`,
    [
      ['imports', 'import 2', 'debits', '0.00', '5.05'],
      ['imports', 'import 2', 'entries', '0', '1'],
      ['imports', 'import 2', 'members', '0', '1'],
    ],
  ],
  [
    'entries of an undone import',
    `UPDATE ledger.imports SET state = 'undone' WHERE id = 2`,
    [
      ['imports', 'import 2', 'debits', '0.00', '5.05'],
      ['imports', 'import 2', 'entries', '0', '1'],
      ['imports', 'import 2', 'members', '0', '1'],
    ],
  ],
  [
    'entries of an import that does not exist',
    'DELETE FROM ledger.imports WHERE id = 2',
    [['imports', 'import 2', 'entries', null, '1']],
  ],
  [
    'more or fewer skipped rows than the import states',
    `UPDATE ledger.imports SET duplicate_count = 2, kept_count = 1, rejected_count = 2 WHERE id = 1`,
    [
      ['skipped rows', 'import 1', 'duplicates', '2', '1'],
      ['skipped rows', 'import 1', 'kept duplicates', '1', '0'],
      ['skipped rows', 'import 1', 'rejected rows', '2', '1'],
    ],
  ],
  [
    'a duplicate without its twin, and a kept duplicate without its entry',
    `UPDATE ledger.duplicate_rows SET twin_id = 999, kept_as = 998; UPDATE ledger.imports SET kept_count = 1 WHERE id = 1`,
    [
      ['duplicates', 'import 1, row 8', 'kept entry', 'entry 998', null],
      ['duplicates', 'import 1, row 8', 'twin', 'entry 999', null],
    ],
  ],
];

const RETURNS: readonly InjectedError[] = [
  [
    'unlisted returns and returns of missing entries',
    `UPDATE ledger.entry_returns SET return_id = 997 WHERE return_id = 6`,
    [
      ['returns', 'entry 6', 'return', null, 'listed'],
      ['returns', 'entry 997', 'return', 'listed', null],
    ],
  ],
  [
    'a return without its original',
    'UPDATE ledger.entry_returns SET original_id = 996 WHERE return_id = 6',
    [['returns', 'entry 6', 'original', 'entry 996', null]],
  ],
];

const ROLLUPS: readonly InjectedError[] = [
  [
    'wrong totals of a ledger day',
    `UPDATE analytics.ledger_days SET credits = 1, debits = 2, credit_count = 3, debit_count = 4, entries = 5
     WHERE day = '2026-03-03'`,
    [
      ['ledger days', '2026-03-03', 'credits', '1.00', '0.00'],
      ['ledger days', '2026-03-03', 'debits', '2.00', '0.00'],
      ['ledger days', '2026-03-03', 'entries', '5', '2'],
      ['ledger days', '2026-03-03', 'number of credits', '3', '0'],
      ['ledger days', '2026-03-03', 'number of debits', '4', '0'],
    ],
  ],
  [
    'missing undated entries of an account',
    `DELETE FROM analytics.account_days WHERE day = '-infinity'`,
    [['account days', 'account A1, without a date', 'entries', null, '1']],
  ],
  [
    'a day of a company without entries',
    `INSERT INTO analytics.company_days VALUES ('ACME', '2026-03-09', 0, 0, 0, 0, 0)`,
    [['company days', 'company ACME, 2026-03-09', 'entries', '0', null]],
  ],
  [
    'wrong days between a company and an account',
    `UPDATE analytics.company_accounts SET first_day = '2026-03-01', last_day = NULL, entries = 6, debits = 40,
       first_debit = '2026-03-03' WHERE company = 'CITY'`,
    [
      ['company accounts', 'company CITY, account A2', 'debits', '40.00', '40.04'],
      ['company accounts', 'company CITY, account A2', 'entries', '6', '5'],
      ['company accounts', 'company CITY, account A2', 'first day', '2026-03-01', '2026-03-02'],
      ['company accounts', 'company CITY, account A2', 'first debit', '2026-03-03', '2026-03-02'],
      ['company accounts', 'company CITY, account A2', 'last day', null, '2026-03-03'],
    ],
  ],
  [
    'wrong amounts of a company and transaction code',
    `UPDATE analytics.company_day_codes SET transactions = 2, amount = 50, peak = 10, international = 1
     WHERE company = 'CITY' AND day = '2026-03-02'`,
    [
      ['company day codes', 'company CITY, 2026-03-02, code 22, Debit', 'IAT entries', '1', '0'],
      ['company day codes', 'company CITY, 2026-03-02, code 22, Debit', 'amount', '50.00', '40.04'],
      ['company day codes', 'company CITY, 2026-03-02, code 22, Debit', 'largest amount', '10.00', '40.04'],
      ['company day codes', 'company CITY, 2026-03-02, code 22, Debit', 'transactions', '2', '1'],
    ],
  ],
  [
    'a wrong number of accounts that a company reaches on a day',
    `UPDATE analytics.company_arrivals SET accounts = 2, debited = 0 WHERE company_key = 'city' AND day = '2026-03-02'`,
    [
      ['company arrivals', 'company city, 2026-03-02', 'accounts', '2', '1'],
      ['company arrivals', 'company city, 2026-03-02', 'accounts with debits', '0', '1'],
    ],
  ],
];

const SEARCHABLE: readonly InjectedError[] = [
  [
    'an entry missing from the search index of reports',
    'DELETE FROM reports.search_entries WHERE id = 2',
    [
      ['searchable entries', 'import 1', 'amounts', '150.13', '350.33'],
      ['searchable entries', 'import 1', 'entries', '6', '7'],
    ],
  ],
];

/** Any digest or hash. */
const ANY = expect.stringMatching(/^[0-9a-f]{64}$/);

const ALERT_CHAIN: readonly InjectedError[] = [
  [
    'an alert changed directly in the database',
    `UPDATE analytics.unusual_activities SET created_at = created_at - interval '1 day' WHERE id = 2`,
    [['alert chain', 'link 4, alert 2', 'the alert does not match its last link', ANY, ANY]],
  ],
  [
    'an alert added directly in the database',
    `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
       description, evidence, rule_version, policy_version)
     VALUES ('large_credit', 'A1', 2, '2026-03-02', 1, '', '{}', 1, 1)`,
    [['alert chain', 'alert 4', 'the alert has no link', ANY, null]],
  ],
  [
    'an alert removed directly from the database',
    'DELETE FROM analytics.unusual_activities WHERE id = 1',
    [['alert chain', 'link 1, alert 1', 'the alert is missing and no link records its removal', null, ANY]],
  ],
  [
    'a missing link',
    'DELETE FROM analytics.alert_links WHERE position = 3',
    [['alert chain', 'link 4, alert 2', 'earlier links are missing', '4', '3']],
  ],
  [
    'an altered link with a recalculated hash',
    `UPDATE analytics.alert_links SET at = at - interval '1 day' WHERE position = 2;
     UPDATE analytics.alert_links SET hash = analytics.alert_link_hash(previous, position, alert_id, event, digest, at)
      WHERE position = 2`,
    [['alert chain', 'link 3, alert 3', 'it does not match the previous link', ANY, ANY]],
  ],
  [
    'an altered link',
    `UPDATE analytics.alert_links SET event = 'raised' WHERE position = 4`,
    [['alert chain', 'link 4, alert 2', 'it was changed after it was written', ANY, ANY]],
  ],
];

/** Errors that intact table constraints would prevent. */
const WITHOUT_CONSTRAINTS: readonly InjectedError[] = [
  [
    'two members of one account that share its entries',
    `ALTER TABLE ledger.members DROP CONSTRAINT members_account_number_key;
     UPDATE ledger.members SET transaction_count = 1 WHERE account_number = 'A1';
     INSERT INTO ledger.members (company, last_name, first_name, account_number, original_account, account_numbers,
       transaction_count) VALUES ('X', 'X', 'X', 'A1', 'A1', '{A1}', 1)`,
    [['members', 'account A1', 'members', '2', '1']],
  ],
  [
    'two entries with one identity',
    `DROP INDEX ledger.transactions_hash;
     UPDATE ledger.transactions SET transaction_hash = '00000000-0000-0000-0000-000000000001' WHERE id IN (1, 2)`,
    [['identities', 'identity 00000000-0000-0000-0000-000000000001', 'entries', '2', '1']],
  ],
];

/** Errors in the ledger from `fillVerificationLedger`. Errors that drop constraints permanently come last. */
export const INJECTED_ERRORS: readonly InjectedError[] = [
  ...MEMBERS,
  ...IMPORTS,
  ...RETURNS,
  ...ROLLUPS,
  ...SEARCHABLE,
  ...ALERT_CHAIN,
  ...WITHOUT_CONSTRAINTS,
];
