import { dashboardRow, extractionFile, extractionRow } from '../testing/import-file-fixtures.ts';
import {
  counts,
  countTransactions,
  emptyLedger,
  type IngestApp,
  importFile,
  inconsistentMembers,
  startIngest,
} from '../testing/ingest-test-context.ts';

let ingest: IngestApp;

beforeAll(async () => {
  ingest = await startIngest({ backend: 'postgres', redisDatabase: 5, settings: { PROCESS_ROLE: 'all' } });
});
afterAll(async () => {
  await ingest.stop();
});
beforeEach(async () => {
  await emptyLedger(ingest);
});

async function ledger(columns: string): Promise<Record<string, unknown>[]> {
  const { rows } = await ingest.owner.query<Record<string, unknown>>(
    `SELECT ${columns} FROM ledger.transactions ORDER BY line, id`,
  );
  return rows;
}

async function rejects(): Promise<Record<string, unknown>[]> {
  const { rows } = await ingest.owner.query<Record<string, unknown>>(
    'SELECT row_number AS row, line, field, value, reason FROM ledger.rejected_rows ORDER BY 1, 3',
  );
  return rows;
}

describe('stored fields', () => {
  it('a row of the extraction shape is stored with all its fields [spec 3.12]', async () => {
    await importFile(
      ingest,
      extractionFile([
        extractionRow({
          middle_initial: 'Q',
          addenda: 'a\\b "c"\td',
          settlement_date: '2026-03-03',
          batch: '77',
        }),
      ]),
    );

    expect(
      await ledger(`company, last_name, first_name, middle_initial, account_number, original_account,
        transaction_code, amount, transaction_type, entry_kind, addenda, batch, settlement_date::text,
        posting_date::text, event_date::text, entry_description, class, metadata`),
    ).toEqual([
      {
        company: 'ACME PAYROLL',
        last_name: 'Sample',
        first_name: 'Paula',
        middle_initial: 'Q',
        account_number: '100000017',
        original_account: '100000017',
        transaction_code: '22',
        amount: '1250.00',
        transaction_type: 'Credit',
        entry_kind: 'money',
        addenda: expect.stringMatching(/^a\\b "c"\s?d$/),
        batch: '77',
        settlement_date: '2026-03-03',
        posting_date: '2026-03-02',
        event_date: '2026-03-02',
        entry_description: 'PAYROLL',
        class: 'PPD',
        metadata: null,
      },
    ]);
  });

  it('a row of the dashboard shape is stored with member, account, direction and its other fields', async () => {
    await importFile(ingest, JSON.stringify([dashboardRow()]));

    expect(
      await ledger(`first_name, last_name, account_number, amount, transaction_type, posting_date::text,
        posting_minute, class, metadata`),
    ).toEqual([
      {
        first_name: 'Paula',
        last_name: 'Sample',
        account_number: '100000017',
        amount: '2.50',
        transaction_type: 'Debit',
        posting_date: '2026-03-02',
        posting_minute: 9 * 60 + 15,
        class: 'WEB',
        metadata: expect.objectContaining({ memberId: 'M100', routingNumber: '021000021' }),
      },
    ]);
  });

  it('a row is stored with its line in the file', async () => {
    await importFile(ingest, `[\n${JSON.stringify(extractionRow())},\n\n${JSON.stringify(extractionRow())}]`);

    expect(await ledger('line')).toEqual([{ line: 2 }, { line: 4 }]);
  });

  it.each([
    ['"$1,234.56"', '1234.56'],
    ['"1234.5"', '1234.50'],
    ['1234.56', '1234.56'],
    ['9999999999.99', '9999999999.99'],
  ])('amount %s is stored as %s', async (written, stored) => {
    const row = JSON.stringify(extractionRow({ amount: 'AMOUNT' })).replace('"AMOUNT"', written);
    await importFile(ingest, `[${row}]`);

    expect(await ledger('amount')).toEqual([{ amount: stored }]);
  });

  it.each([
    ['2026-03-02', '2026-03-02'],
    ['2026-03-02T23:59:00-08:00', '2026-03-02'],
    ['3/2/2026', '2026-03-02'],
    ['03-02-2026', '2026-03-02'],
    ['20260302', '2026-03-02'],
  ])('date %s is stored as the day as written, %s', async (written, stored) => {
    await importFile(ingest, extractionFile([extractionRow({ posting_date: written })]));

    expect(await ledger('posting_date::text')).toEqual([{ posting_date: stored }]);
  });

  it('a row with a zero amount counts as an entry and not as money', async () => {
    const { stored } = await importFile(
      ingest,
      extractionFile([extractionRow({ amount: '0.00' }), extractionRow({ amount: '5.00' })]),
    );

    expect(stored).toBe(2);
    expect(await ledger('amount, entry_kind')).toEqual([
      { amount: '0.00', entry_kind: 'zero_dollar' },
      { amount: '5.00', entry_kind: 'money' },
    ]);
    const { rows } = await ingest.owner.query('SELECT total_credits, transaction_count FROM ledger.members');
    expect(rows).toEqual([{ total_credits: '5.00', transaction_count: 2 }]);
  });

  it('a file that begins with a byte order mark is imported', async () => {
    expect(await importFile(ingest, `\ufeff${extractionFile([extractionRow()])}`)).toMatchObject({
      state: 'stored',
      stored: 1,
    });
  });
});

describe('rejected rows', () => {
  it('rejected rows are kept with line, field, value and reason while the others are stored [spec 5.13]', async () => {
    const file = `[\n${[
      extractionRow(),
      extractionRow({ company: '', amount: '1.005' }),
      extractionRow({ amount: '-12.00' }),
      extractionRow({ transaction_type: 'Sideways' }),
      extractionRow({ posting_date: '2026-02-30' }),
      extractionRow({ amount: '99999999999.99' }),
    ]
      .map((row) => JSON.stringify(row))
      .join(',\n')},\n42]`;
    const result = await importFile(ingest, file);

    expect(counts(result)).toEqual({ stored: 1, duplicates: 0, rejected: 6, members: 1 });
    expect(await rejects()).toEqual([
      { row: 2, line: 3, field: 'amount', value: '1.005', reason: expect.stringContaining('two decimals') },
      { row: 2, line: 3, field: 'company', value: '', reason: expect.any(String) },
      { row: 3, line: 4, field: 'amount', value: '-12.00', reason: expect.any(String) },
      { row: 4, line: 5, field: 'transaction_type', value: 'Sideways', reason: expect.any(String) },
      { row: 5, line: 6, field: 'posting_date', value: '2026-02-30', reason: expect.any(String) },
      { row: 6, line: 7, field: 'amount', value: '99999999999.99', reason: expect.any(String) },
      { row: 7, line: 8, field: 'row', value: '42', reason: expect.any(String) },
    ]);
  });

  it('a row with a repeated key is rejected', async () => {
    const row = JSON.stringify(extractionRow()).replace('{', '{"amount":"1.00",');
    const result = await importFile(ingest, `[${row}]`);

    expect(counts(result)).toEqual({ stored: 0, duplicates: 0, rejected: 1, members: 0 });
  });

  it('rejected rows with NUL, lone surrogates, backslashes and SQL in their values do no harm', async () => {
    const nasty = String.raw`{"amount":"\u0000\ud800\\N\\.';DROP TABLE ledger.members;--","company":"a\tb"}`;
    const result = await importFile(ingest, `[${nasty}]`);

    expect(result).toMatchObject({ state: 'stored', rejected: 1 });
    expect(await rejects()).toEqual(
      expect.arrayContaining([expect.objectContaining({ field: 'amount', value: expect.stringContaining('DROP') })]),
    );
  });

  it('text that looks like COPY syntax is stored unchanged', async () => {
    await importFile(
      ingest,
      extractionFile([extractionRow({ company: '\\N', addenda: '\\.', entry_description: 'a\\tb' })]),
    );

    expect(await ledger('company, addenda, entry_description')).toEqual([
      { company: '\\N', addenda: '\\.', entry_description: 'a\\tb' },
    ]);
  });
});

describe('unreadable files', () => {
  it.each([
    ['is truncated', '[{"a":1},\n{"b"', 'truncated', /^Line 2/],
    ['has an extra comma', '[{"a":1},]', 'not_json', /^Line 1/],
    ['continues after its end', '[]\n[]', 'trailing_data', /^Line 2/],
    ['has no list', '{"rows":[]}', 'no_transactions', /transactions/],
    ['is damaged in the middle', `[${JSON.stringify(extractionRow())},\n{"a":nope}]`, 'not_json', /^Line 2/],
  ])('an import fails completely when its file %s', async (_what, content, code, text) => {
    const result = await importFile(ingest, content);

    expect(result).toMatchObject({
      state: 'failed',
      failure_code: code,
      failure: expect.stringMatching(text),
    });
    expect(await countTransactions(ingest)).toBe(0);
    expect(await rejects()).toEqual([]);
  });
});

describe('members', () => {
  it('members have the money totals of their transactions over several files', async () => {
    await importFile(
      ingest,
      extractionFile([
        extractionRow({ amount: '10.00' }),
        extractionRow({ transaction_type: 'Debit', amount: '4.00' }),
      ]),
    );
    await importFile(
      ingest,
      extractionFile([extractionRow({ amount: '0.01' }), extractionRow({ transaction_code: '23', amount: '0.00' })]),
    );
    await importFile(
      ingest,
      extractionFile([extractionRow({ posting_date: '2026-04-01' }), extractionRow({ account_number: '9' })]),
    );

    expect(await inconsistentMembers(ingest)).toEqual([]);
  });

  it('members can have sums larger than the largest single entry [spec 9.7]', async () => {
    await importFile(
      ingest,
      extractionFile([extractionRow({ amount: '9999999999.99' }), extractionRow({ amount: '9999999999.99' })]),
    );

    const { rows } = await ingest.owner.query('SELECT total_credits FROM ledger.members');
    expect(rows).toEqual([{ total_credits: '19999999999.98' }]);
  });

  it.each([
    ['in order', ['2026-01-05', '2026-02-05']],
    ['the newer file first', ['2026-02-05', '2026-01-05']],
  ])('members have the name of their newest entry: %s', async (_order, days) => {
    for (const day of days) {
      const last_name = day === '2026-02-05' ? 'Núñez' : 'Sample';
      await importFile(ingest, extractionFile([extractionRow({ posting_date: day, last_name })]));
    }

    const { rows } = await ingest.owner.query(
      'SELECT last_name, member_key, account_numbers, last_activity_date::text FROM ledger.members',
    );
    expect(rows).toEqual([
      {
        last_name: 'Núñez',
        member_key: 'PAULA|NUNEZ',
        account_numbers: ['100000017'],
        last_activity_date: '2026-02-05',
      },
    ]);
  });

  it('members collect the account numbers of all files', async () => {
    await importFile(ingest, extractionFile([extractionRow({ original_account: '0001' })]));
    await importFile(
      ingest,
      extractionFile([extractionRow({ original_account: '0002' }), extractionRow({ original_account: '0001' })]),
    );

    const { rows } = await ingest.owner.query('SELECT account_numbers FROM ledger.members');
    expect(rows).toEqual([{ account_numbers: ['100000017', '0001', '0002'] }]);
  });
});
