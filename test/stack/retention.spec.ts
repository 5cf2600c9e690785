import { type RetentionTestContext, startRetentionTestContext } from './testing/retention-test-context.ts';

let context: RetentionTestContext;
beforeAll(async () => {
  context = await startRetentionTestContext();
});
afterAll(() => context.stop());

let traces = 0;

function aRow(account: string, posting_date: string, more: object = {}): object {
  traces += 1;
  return {
    company: 'ACME PAYROLL',
    last_name: 'Sample',
    first_name: 'Paula',
    account_number: account,
    original_account: account,
    transaction_code: '22',
    amount: '12.50',
    transaction_type: 'Credit',
    posting_date,
    check_tracer_number: `0210000200${String(traces).padStart(5, '0')}`,
    ...more,
  };
}

/** Ten entries a day for five accounts, on three days before the retention limit and three days from it on. */
function entriesAroundTheLimit(): object[] {
  const days = ['2019-11-17', '2019-11-18', '2019-11-19', '2019-11-20', '2019-11-21', '2019-12-24'];
  return days.flatMap((date, day) =>
    Array.from({ length: 10 }, (_, n) =>
      aRow(String(1 + (n % 5)), date, {
        company: ['ACME PAYROLL', 'CITY POWER', `ONLY OF DAY ${day}`][n % 3],
        amount: `${(n + 1) * (day + 3)}.${10 + day}`,
        transaction_type: n % 4 === 0 ? 'Debit' : 'Credit',
        transaction_code: n % 4 === 0 ? '27' : '22',
      }),
    ),
  );
}

async function showInAlert(account: string, day: string): Promise<void> {
  await context.owner.query(
    `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
       description, evidence, rule_version, policy_version)
     SELECT 'structuring', $1, min(id), $2, 1, 'x',
            jsonb_build_object('entries', jsonb_agg(jsonb_build_object('transactionId', id::text, 'accountNumber', $1::text,
              'company', company))), 1, 1
       FROM ledger.transactions WHERE account_number = $1 AND event_date = $2`,
    [account, day],
  );
  await context.owner.query(
    `SELECT analytics.append_alert_links(array_agg(id), 'raised') FROM analytics.unusual_activities`,
  );
}

describe('purge', () => {
  it('ledger, members, imports and figures agree to the cent after a purge, before and after the figures are updated [spec 9.15]', async () => {
    context.itIs('2019-12-31');
    const rows = entriesAroundTheLimit();
    await context.imported(rows.slice(0, 40));
    await context.imported(rows.slice(20));
    await context.owner.query(
      `INSERT INTO ledger.legal_holds (account_number, reason, placed_by, placed_by_name) VALUES ('4', 'x', 1, 'ada')`,
    );
    await showInAlert('1', '2019-11-18');
    expect(await context.wrongFigures()).toEqual([]);

    context.itIs('2026-11-20');
    await context.purge();
    // Of thirty, eight stay: six of the account under legal hold and two that an open alert shows.
    const { rows: runs } = await context.owner.query('SELECT removed FROM ledger.purge_runs');
    expect(runs).toEqual([{ removed: { entries: 22 } }]);
    expect(await context.wrongFigures()).toEqual([]);

    await context.notifyAnalytics();
    expect(await context.wrongFigures()).toEqual([]);
    // Single retained entries do not move the first day of the ledger.
    const { rows: first } = await context.owner.query('SELECT analytics.ledger_first_day()::text AS day');
    expect(first).toEqual([{ day: '2019-11-20' }]);
    await context.notifyAnalytics();
    expect(await context.wrongFigures()).toEqual([]);
  });

  it('a purge removes members without remaining entries from ledger and lists', async () => {
    context.itIs('2019-12-31');
    await context.imported([aRow('99', '2019-11-20')]);
    expect(await context.get('/api/members/count')).toEqual({ totalMembers: 6 });
    context.itIs('2026-11-21');
    await context.purge();
    await context.notifyAnalytics();
    expect(await context.get('/api/members/count')).toEqual({ totalMembers: 5 });
    expect(await context.wrongFigures()).toEqual([]);
  });
});
