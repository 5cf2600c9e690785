import type { LedgerEntry } from '../testing/analytics-ledger-fixtures.ts';
import { COMPANY_FIXTURES, ListFiguresTestContext } from '../testing/list-figures-test-context.ts';

let context: ListFiguresTestContext;

beforeAll(async () => {
  context = await ListFiguresTestContext.start();
  await context.imported(COMPANY_FIXTURES);
});
afterAll(() => context.stop());

/** Returned entries: the ledger row, its return details and, if known, the original entry. */
async function returned(
  company: string,
  codes: readonly (string | null)[],
  change: { originalOf?: string; type?: 'Credit' | 'Debit'; code?: string } = {},
): Promise<void> {
  const { originalOf, ...marks } = change;
  const importId = await context.ledger.import(
    codes.map((_, at) => ({
      account: `BACK${at}`,
      lastName: 'Back',
      company,
      amount: '30.00',
      type: 'Debit' as const,
      kind: 'return' as const,
      day: '2026-06-20',
      ...marks,
    })),
  );
  await context.ledger.client.query(
    `INSERT INTO ledger.entry_returns (return_id, account_number, kind, reason_code, original_trace, original_id)
     SELECT t.id, t.account_number, 'return', coalesce(($2::text[])[t.line], ''), '',
            (SELECT min(id) FROM ledger.transactions WHERE company = $3)
       FROM ledger.transactions t WHERE t.import_id = $1`,
    [importId, codes, originalOf ?? null],
  );
  await context.project(importId);
}

const debitsOf = (company: string, count: number, day = '2026-06-10'): LedgerEntry[] =>
  Array.from({ length: count }, (_, at) => ({
    account: `PAID${at}`,
    lastName: 'Paid',
    company,
    amount: '30.00',
    type: 'Debit' as const,
    day,
  }));

describe('return rates', () => {
  it('return rates cover sixty days and are compared with Nacha’s limits', async () => {
    await context.imported([...debitsOf('GYM', 100), ...debitsOf('GYM', 50, '2026-04-27')]);
    await returned('GYM', ['R10', 'R05', 'R29', 'R02', 'R01', null]);
    const { body } = await context.detailsOf('GYM');
    expect(body.returnRates).toEqual([
      { sort: 'unauthorized', returns: 3, debits: 100, rate: '3.00', limit: '0.5', isAbove: true },
      { sort: 'administrative', returns: 1, debits: 100, rate: '1.00', limit: '3', isAbove: false },
      { sort: 'overall', returns: 6, debits: 100, rate: '6.00', limit: '15', isAbove: false },
    ]);
    expect(body.riskMetrics).toMatchObject({
      riskLevel: 'high',
      flags: ['Unauthorized return rate 3.0% (limit 0.5%)'],
    });
    expect(await context.companies('riskLevel=high')).toEqual(['GYM']);
  });

  it('return rates apply to the company whose debit was returned, even if the return names another company', async () => {
    await context.imported(debitsOf('REAL NAME', 10));
    await returned('RETURNS DESK', ['R10', 'R10', 'R10'], { originalOf: 'REAL NAME' });
    expect((await context.detailsOf('REAL NAME')).body.returnRates[0]).toMatchObject({
      returns: 3,
      isAbove: true,
    });
    expect((await context.detailsOf('RETURNS DESK')).body.returnRates[0]).toMatchObject({
      returns: 0,
      rate: null,
    });
  });

  it('a return moves to another company’s return rate when the returned entry turns out to be from that company', async () => {
    await returned('DESK', ['R10', 'R10', 'R10']);
    expect((await context.detailsOf('DESK')).body.returnRates[0]).toMatchObject({ returns: 3 });
    await context.ledger.client.query(
      `UPDATE ledger.entry_returns SET original_id = (SELECT min(id) FROM ledger.transactions WHERE company = 'REAL NAME')
        WHERE return_id IN (SELECT id FROM ledger.transactions WHERE company = 'DESK')`,
    );
    await context.imported([{ account: 'ELSE', company: 'ELSE', amount: '1.00', type: 'Credit', day: '2026-06-01' }]);
    expect((await context.detailsOf('DESK')).body.returnRates[0]).toMatchObject({ returns: 0 });
    expect((await context.detailsOf('REAL NAME')).body.returnRates[0]).toMatchObject({ returns: 6 });
  });

  it('return rates exclude returned credits, re-presented checks and notifications of change', async () => {
    await context.imported(debitsOf('QUIET', 10));
    await returned('QUIET', ['R10', 'R10', 'R10', 'R10']);
    const quiet = `SELECT id FROM ledger.transactions WHERE company = 'QUIET' AND entry_kind = 'return' AND line =`;
    await context.ledger.client.query(
      `UPDATE ledger.transactions SET transaction_type = 'Credit', transaction_code = '21' WHERE id IN (${quiet} 1)`,
    );
    await context.ledger.client.query(`UPDATE ledger.transactions SET class = 'RCK' WHERE id IN (${quiet} 2)`);
    await context.ledger.client.query(
      `UPDATE ledger.entry_returns SET kind = 'dishonored_return' WHERE return_id IN (${quiet} 3)`,
    );
    await context.imported(debitsOf('QUIET', 1));
    expect((await context.detailsOf('QUIET')).body.returnRates[2]).toMatchObject({ returns: 1, debits: 11 });
  });
});

describe('high-risk alerts', () => {
  it('high-risk alerts for three of four members give a company high risk until one is decided as not suspicious', async () => {
    await context.imported(debitsOf('SUSPECT', 4));
    const evidence = JSON.stringify({ entries: [{ company: 'SUSPECT' }, { company: 'SUSPECT' }] });
    const { rows } = await context.ledger.client.query<{ id: string }>(
      `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
         risk_level, description, evidence, rule_version, policy_version)
       SELECT 'structuring', 'PAID' || n, n, '2026-06-10', 30, 'high', 'Said so', $1::jsonb, 1, 1
         FROM generate_series(0, 2) AS n RETURNING id`,
      [evidence],
    );
    expect((await context.detailsOf('SUSPECT')).body.riskMetrics).toMatchObject({
      riskLevel: 'high',
      flags: ['In high-risk alerts for 3 members'],
    });
    await context.analytics.patch(`/api/unusual-activities/${rows[0]?.id}/review`, { outcome: 'explained' });
    expect((await context.detailsOf('SUSPECT')).body.riskMetrics).toMatchObject({
      riskLevel: 'low',
      flags: [],
    });
    await context.ledger.client.query(`DELETE FROM analytics.unusual_activities`);
    expect((await context.detailsOf('SUSPECT')).body.riskMetrics.flags).toEqual([]);
  });
});

describe('debit sprays', () => {
  it('a company that appears suddenly is flagged as a debit spray', async () => {
    await context.imported(debitsOf('NEW SPRAY', 6, '2026-06-20'));
    expect((await context.detailsOf('NEW SPRAY')).body.riskMetrics).toMatchObject({
      riskLevel: 'high',
      flags: [
        'Debited 6 accounts within 3 days of first appearing',
        'New originator, many members at once (6 since 2026-06-20)',
        'Debits mostly on weekends (100.0%)',
      ],
    });
  });
});

describe('returned debits', () => {
  test.each([
    ['under the code for it, as NACHA files have it', 'Debit', '26', null, 1],
    ['under the code for it, though it credits the account', 'Credit', '26', null, 1],
    ['on a savings account, though it credits the account', 'Credit', '36', 'R01', 1],
    ['on a general ledger account, though it credits the account', 'Credit', '46', 'R10', 1],
    ['on a loan, though it credits the account', 'Credit', '56', 'R10', 1],
    ['for a reason that only debits come back for', 'Credit', '22', 'R10', 1],
    ['without a NACHA code, as a credit', 'Credit', '', null, 1],
    ['without a NACHA code, as a debit', 'Debit', '', null, 1],
    ['not under the code of a returned credit', 'Credit', '21', 'R10', 0],
    ['not under that code when it debits the account', 'Debit', '31', null, 0],
    ['not for a reason that only credits come back for', 'Debit', '27', 'R23', 0],
    ['not under the code of a credit without a reason of debits', 'Credit', '32', 'R03', 0],
  ] as const)(
    'a return for a company is counted as a returned debit: %s',
    async (which, type, code, reason, counted) => {
      const company = `SENT BACK ${which.slice(0, 20)} ${type} ${code}`;
      await context.imported(debitsOf(company, 4));
      await returned(company, [reason], { type, code });
      const { body } = await context.detailsOf(company);
      expect(body.returnRates[2]).toMatchObject({ sort: 'overall', returns: counted, debits: 4 });
      expect(body).toMatchObject({ totalTransactions: 4, avgTransactionAmount: '30.00' });
    },
  );
});
