import { type FreshDatabase, freshDatabase } from '@clearwatch/infra-postgres/testing/fresh-database';
import { ProjectionService } from '../projection/projection.service.ts';
import { type LedgerEntry, TestLedger } from '../testing/a-ledger.ts';
import { type RunningAnalytics, startAnalytics } from '../testing/start-analytics.ts';

let database: FreshDatabase;
let ledger: TestLedger;
let analytics: RunningAnalytics;

beforeAll(async () => {
  database = await freshDatabase();
  ledger = await TestLedger.at(database.ownerUrl);
  analytics = await startAnalytics(database, { role: 'all' });
});
afterAll(async () => {
  await analytics.stop();
  await ledger.close();
  await database.drop();
});

async function imported(entries: readonly LedgerEntry[]): Promise<number> {
  const importId = await ledger.import(entries);
  await analytics.app.get(ProjectionService, { strict: false }).project(importId);
  return importId;
}

async function anAlert(alert: {
  account: string;
  risk: string;
  day: string;
  type?: string;
}): Promise<number> {
  const { rows } = await ledger.client.query(
    `INSERT INTO analytics.unusual_activities (activity_type, account_number, transaction_id, activity_date, amount,
       risk_level, description, evidence, rule_version, policy_version)
     SELECT $4, $1, (SELECT coalesce(max(transaction_id), 0) + 1 FROM analytics.unusual_activities), $3, 100, $2, 'Said so',
            '{"entries": []}', 1, 1 RETURNING id`,
    [alert.account, alert.risk, alert.day, alert.type ?? 'structuring'],
  );
  return Number(rows[0].id);
}

const idOf = async (account: string) =>
  Number(
    (await ledger.client.query('SELECT id FROM ledger.members WHERE account_number = $1', [account])).rows[0]
      .id,
  );

const accounts = (body: { accountNumber: string }[]) => body.map(({ accountNumber }) => accountNumber);
const listed = async (query: string) => accounts((await analytics.get(`/api/members?${query}`)).body);
const detailPath = (first: string, last: string, query = '') =>
  `/api/members/detail/${encodeURIComponent(first)}/${encodeURIComponent(last)}${query}`;

describe('an empty ledger', () => {
  it('has no members, zeros on its cards and no day', async () => {
    const { status, headers, body } = await analytics.get('/api/members');
    expect([status, body, headers['x-total-count'], headers['x-as-of']]).toEqual([200, [], '0', 'none']);
    expect((await analytics.get('/api/members/count')).body).toEqual({ totalMembers: 0 });
    expect((await analytics.get('/api/members/summary')).body).toEqual({
      asOf: null,
      totalMembers: 0,
      highRisk: 0,
      activeThisYear: 0,
      avgCredits: '0.00',
    });
    expect((await analytics.get('/api/members/detail/Unknown/Account')).status).toBe(404);
    expect((await analytics.get('/api/members/1/overview')).status).toBe(404);
  });
});

describe('members of a ledger counted by hand', () => {
  beforeAll(async () => {
    await imported([
      // The ledger covers more than a year, so months are a twelfth of it.
      {
        account: 'OLD',
        firstName: 'Olga',
        lastName: 'Old',
        amount: '50.00',
        type: 'Credit',
        day: '2024-01-01',
      },
      {
        account: 'ANA1',
        firstName: 'Ana',
        lastName: 'Núñez',
        amount: '36000.00',
        type: 'Credit',
        day: '2026-06-01',
      },
      {
        account: 'ANA1',
        firstName: 'Ana',
        lastName: 'Núñez',
        amount: '30000.00',
        type: 'Debit',
        day: '2026-06-02',
      },
      {
        account: 'ANA1',
        firstName: 'Ana',
        lastName: 'Núñez',
        amount: '9.00',
        type: 'Debit',
        day: '2026-06-03',
        kind: 'return',
      },
      {
        account: 'ANA2',
        firstName: 'ANA',
        lastName: 'NUNEZ',
        amount: '10.00',
        type: 'Debit',
        day: '2026-05-01',
        company: 'BILLS',
      },
      {
        account: 'RICH',
        firstName: 'Bo',
        lastName: "O'Hara/Lee 100%",
        amount: '90000.00',
        type: 'Credit',
        day: '2026-06-30',
      },
      {
        account: 'NONE1',
        firstName: '',
        lastName: '',
        amount: '1.00',
        type: 'Credit',
        day: '2026-03-31',
        company: 'UTIL CO',
      },
      {
        account: 'NONE2',
        firstName: '',
        lastName: '',
        amount: '1.00',
        type: 'Credit',
        day: '2026-04-01',
        company: 'UTIL CO',
      },
      { account: 'LAST', firstName: '', lastName: 'Cher', amount: '1.00', type: 'Credit', day: null },
      {
        account: 'LATER',
        firstName: 'Zoe',
        lastName: 'Future',
        amount: '1.00',
        type: 'Credit',
        day: '2026-11-21',
      },
    ]);
  });

  it('are one row per account, with figures of the twelve months before the newest day', async () => {
    const { headers, body } = await analytics.get('/api/members?search=ana1');
    expect(headers['x-as-of']).toBe('2026-06-30');
    expect(headers['x-total-count']).toBe('1');
    expect(body).toEqual([
      {
        id: await idOf('ANA1'),
        firstName: 'Ana',
        lastName: 'Núñez',
        displayName: 'Ana Núñez',
        company: 'ACME STORES',
        accountNumber: 'ANA1',
        accountNumbers: ['ANA1'],
        accountCount: 2,
        monthlyIncome: '3000.00',
        monthlyBills: '2500.00',
        incomeToDebtRatio: '83.3',
        transactionCount: 2,
        riskLevel: 'low',
        lastActivityDate: '2026-06-02',
        totalCredits: '36000.00',
        totalDebits: '30000.00',
      },
    ]);
  });

  it('are listed by name unless asked otherwise, each figure to its column', async () => {
    expect(await listed('')).toEqual(['ANA1', 'ANA2', 'RICH', 'LAST', 'OLD', 'NONE1', 'NONE2', 'LATER']);
    expect(await listed('order=desc&pageSize=2')).toEqual(['LATER', 'NONE2']);
    expect(await listed('sort=totalCredits&order=desc&pageSize=3')).toEqual(['RICH', 'ANA1', 'NONE2']);
    expect(await listed('sort=monthlyIncome&order=desc&pageSize=1')).toEqual(['RICH']);
    expect(await listed('sort=monthlyBills&order=desc&pageSize=2')).toEqual(['ANA1', 'ANA2']);
    expect(await listed('sort=totalDebits&order=desc&pageSize=1')).toEqual(['ANA1']);
    expect(await listed('sort=incomeToDebtRatio&order=desc&pageSize=1')).toEqual(['ANA1']);
    expect(await listed('sort=transactionCount&order=desc&pageSize=1')).toEqual(['ANA1']);
    expect((await listed('sort=accountCount&order=desc&pageSize=2')).toSorted()).toEqual(['ANA1', 'ANA2']);
    expect(await listed('sort=lastActivity&order=desc&pageSize=2')).toEqual(['LATER', 'RICH']);
    expect((await listed('sort=lastActivity&order=asc&pageSize=1'))[0]).toBe('LAST');
  });

  it('are paged without a gap or a repeat, whatever is equal', async () => {
    for (const sort of ['riskLevel', 'accountCount', 'incomeToDebtRatio', 'totalDebits'])
      for (const order of ['asc', 'desc']) {
        const pages = await Promise.all(
          [1, 2, 3, 4].map((page) => listed(`sort=${sort}&order=${order}&page=${page}&pageSize=3`)),
        );
        expect(pages.map((page) => page.length)).toEqual([3, 3, 2, 0]);
        expect(new Set(pages.flat()).size).toBe(8);
      }
  });

  it('are found by any part of a name, company or number, without regard to case and accents', async () => {
    expect(await listed('search=NUNEZ')).toEqual(['ANA1', 'ANA2']);
    expect(await listed(`search=${encodeURIComponent('ana ÑU')}`)).toEqual(['ANA1', 'ANA2']);
    expect(await listed('search=util%20co%20acc')).toEqual(['NONE1', 'NONE2']);
    expect(await listed('search=bills')).toEqual(['ANA2']);
    expect(await listed('search=%20che%20')).toEqual(['LAST']);
    expect(await listed('search=none1')).toEqual(['NONE1']);
  });

  it('take signs of pattern languages for what they are', async () => {
    expect(await listed(`search=${encodeURIComponent("o'hara/lee 100%")}`)).toEqual(['RICH']);
    expect(await listed('search=%25')).toEqual(['RICH']);
    for (const sign of ['_', '\\', '.*', '%%', "' OR 1=1 --"])
      expect(await listed(`search=${encodeURIComponent(sign)}`)).toEqual([]);
  });

  it('are filtered by income and last activity at the edges of their bands', async () => {
    expect(await listed('incomeBand=medium')).toEqual(['ANA1']);
    expect(await listed('incomeBand=high')).toEqual(['RICH']);
    expect((await listed('incomeBand=low')).length).toBe(6);
    expect((await listed('activity=recent')).toSorted()).toEqual(['ANA1', 'LATER', 'RICH']);
    // 2026-04-01 is 90 days before the newest day, 2026-03-31 is 91.
    expect((await listed('activity=moderate')).toSorted()).toEqual(['ANA2', 'NONE2']);
    expect((await listed('activity=old')).toSorted()).toEqual(['LAST', 'NONE1', 'OLD']);
    expect(await listed('activity=recent&incomeBand=medium&search=nunez&riskLevel=low')).toEqual(['ANA1']);
  });

  it('are counted on the cards', async () => {
    expect((await analytics.get('/api/members/count')).body).toEqual({ totalMembers: 8 });
    expect((await analytics.get('/api/members/summary')).body).toEqual({
      asOf: '2026-06-30',
      totalMembers: 8,
      highRisk: 0,
      activeThisYear: 6,
      avgCredits: '15750.00',
    });
  });

  it.each([
    'riskLevel=extreme',
    'incomeBand=',
    'activity=never',
    'sort=credits',
    'order=up',
    'page=0',
    'pageSize=501',
    'search=a&search=b',
    `search=${'x'.repeat(201)}`,
    'search=%00',
    'colour=red',
  ])('refuse the question %s', async (query) => {
    expect((await analytics.get(`/api/members?${query}`)).status).toBe(400);
  });

  it('are shown to nobody without a signed identity', async () => {
    for (const path of ['', '/count', '/summary', '/detail/Ana/Nunez', '/1/overview'])
      expect((await analytics.http().get(`/api/members${path}`)).status).toBe(401);
  });
});

describe('the risk of members', () => {
  it('follows every alert and every review at once', async () => {
    await anAlert({ account: 'ANA2', risk: 'medium', day: '2026-06-01' });
    const high = await anAlert({ account: 'RICH', risk: 'high', day: '2026-06-01' });
    expect(await listed('sort=riskLevel&order=desc&pageSize=2')).toEqual(['RICH', 'ANA2']);
    expect(await listed('riskLevel=high')).toEqual(['RICH']);
    expect((await analytics.get('/api/members/summary')).body).toMatchObject({ highRisk: 1 });
    await analytics.patch(`/api/unusual-activities/${high}/review`, { outcome: 'false_positive' });
    expect(await listed('riskLevel=high')).toEqual([]);
    expect(await listed('riskLevel=medium')).toEqual(['ANA2']);
    await ledger.client.query('DELETE FROM analytics.unusual_activities');
    expect(await listed('riskLevel=medium')).toEqual([]);
  });

  it('falls when the newest day moves on', async () => {
    await anAlert({ account: 'RICH', risk: 'high', day: '2026-04-01' });
    expect(await listed('riskLevel=high')).toEqual(['RICH']);
    await imported([
      {
        account: 'OLD',
        firstName: 'Olga',
        lastName: 'Old',
        amount: '1.00',
        type: 'Credit',
        day: '2026-07-01',
      },
    ]);
    expect(await listed('riskLevel=high')).toEqual([]);
    expect(await listed('riskLevel=medium')).toEqual(['RICH']);
  });
});

describe('a member who is called otherwise', () => {
  it('is found by the new name alone, and counted among its bearers', async () => {
    await ledger.client.query(
      `UPDATE ledger.members SET first_name = 'Bo', last_name = 'Newname', member_key = 'BO|NEWNAME' WHERE account_number = 'ANA2'`,
    );
    await imported([
      {
        account: 'ANA2',
        company: 'PAYROLL',
        amount: '0.00',
        type: 'Debit',
        day: '2026-06-20',
        kind: 'prenote',
      },
    ]);
    expect(await listed('search=newname')).toEqual(['ANA2']);
    expect((await analytics.get('/api/members?search=ana%20nu')).body).toMatchObject([
      { accountNumber: 'ANA1', accountCount: 1 },
    ]);
    await ledger.client.query(
      `UPDATE ledger.members SET first_name = 'ANA', last_name = 'NUNEZ', member_key = 'ANA|NUNEZ' WHERE account_number = 'ANA2'`,
    );
    await imported([
      {
        account: 'ANA2',
        company: 'PAYROLL',
        amount: '0.00',
        type: 'Debit',
        day: '2026-06-20',
        kind: 'prenote',
      },
    ]);
    expect(await listed('search=ana%20nu&sort=accountCount')).toHaveLength(2);
  });
});

describe('the page of a member', () => {
  it('is of the account with the most entries, or of the one that is named', async () => {
    const first = await analytics.get(detailPath('Ana', 'Núñez'));
    expect(first.body.member.accountNumber).toBe('ANA1');
    expect(first.body.relatedCount).toBe(1);
    expect(first.body.relatedAccounts).toEqual([
      {
        id: await idOf('ANA2'),
        accountNumber: 'ANA2',
        company: 'BILLS',
        totalCredits: '0.00',
        totalDebits: '10.00',
      },
    ]);
    const second = await analytics.get(detailPath('Ana', 'Núñez', `?member=${await idOf('ANA2')}`));
    expect(second.body.member.accountNumber).toBe('ANA2');
    expect((await analytics.get(detailPath('Ana', 'Núñez', `?member=${await idOf('RICH')}`))).status).toBe(
      404,
    );
    expect((await analytics.get(detailPath('Ana', 'Núñez', '?member=x'))).status).toBe(400);
  });

  it('has twelve months, those without entries included, and their average', async () => {
    const { headers, body } = await analytics.get(detailPath('Ana', 'Núñez'));
    expect(headers['x-as-of']).toBe('2026-07-01');
    expect(body.monthlyHistory).toHaveLength(12);
    expect(body.monthlyHistory[0]).toEqual({
      month: '2025-08',
      credits: '0.00',
      debits: '0.00',
      transactionCount: 0,
    });
    expect(body.monthlyHistory[10]).toEqual({
      month: '2026-06',
      credits: '36000.00',
      debits: '30000.00',
      transactionCount: 2,
    });
    expect(body).toMatchObject({ totalTransactions: 2, averageMonthlyTransactions: 0.2 });
  });

  it.each([
    ['Bo', "O'Hara/Lee 100%", 'RICH'],
    ['bo', "o'hara/lee 100%", 'RICH'],
    ['Unknown', 'Cher', 'LAST'],
    ['Unknown', 'Account', 'NONE2'],
  ])('is found at %s/%s', async (first, last, account) => {
    const { status, body } = await analytics.get(detailPath(first, last));
    expect([status, body.member?.accountNumber]).toEqual([200, account]);
  });

  it('of somebody who names nobody has no related accounts', async () => {
    const { body } = await analytics.get(detailPath('Unknown', 'Account', `?member=${await idOf('NONE1')}`));
    expect(body.member).toMatchObject({
      accountNumber: 'NONE1',
      accountCount: 1,
      displayName: 'UTIL CO Account',
    });
    expect([body.relatedAccounts, body.relatedCount]).toEqual([[], 0]);
  });

  it.each([
    '/api/members/detail/No/Body',
    '/api/members/detail/%2E%2E/Body',
    '/api/members/detail/Ana/Account',
    '/api/members/detail/%F0%9F%90%99/%E2%80%AE',
  ])('is not there at %s', async (path) => {
    expect((await analytics.get(path)).status).toBe(404);
  });

  it.each([
    '/api/members/detail/a%00b/c',
    '/api/members/detail/%ZZ/c',
    `/api/members/detail/a/${'x'.repeat(2001)}`,
  ])('is refused at %s', async (path) => {
    expect((await analytics.get(path)).status).toBe(400);
  });

  it('is written down as one look, by the number of the member alone', async () => {
    await ledger.client.query('DELETE FROM analytics.audit_outbox');
    const looker = { id: 31, name: 'looker' };
    const id = await idOf('RICH');
    await analytics.get(detailPath('Bo', "O'Hara/Lee 100%"), looker);
    await analytics.get(`/api/members/${id}/overview`, looker);
    await analytics.get(detailPath('No', 'Body'), looker);
    const { rows } = await ledger.client.query('SELECT * FROM analytics.audit_outbox');
    expect(rows).toMatchObject([
      {
        action: 'member.viewed',
        actor_id: 31,
        subject_type: 'member',
        subject_id: String(id),
        subject_label: null,
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('Hara');
  });
});

describe('the overview of a member', () => {
  it('lists companies, alerts and files of the account', async () => {
    const importId = await imported([
      { account: 'ANA2', company: 'BILLS', amount: '5.00', type: 'Credit', day: '2026-06-15' },
      { account: 'ANA2', company: 'PAYROLL', amount: '900.00', type: 'Credit', day: '2026-06-20' },
    ]);
    const alertId = await anAlert({ account: 'ANA2', risk: 'high', day: '2026-06-20' });
    const { status, body } = await analytics.get(`/api/members/${await idOf('ANA2')}/overview`);
    expect(status).toBe(200);
    expect(body.companies).toEqual([
      {
        company: 'PAYROLL',
        credits: '900.00',
        debits: '0.00',
        entries: 3,
        firstDay: '2026-06-20',
        lastDay: '2026-06-20',
      },
      {
        company: 'BILLS',
        credits: '5.00',
        debits: '10.00',
        entries: 2,
        firstDay: '2026-05-01',
        lastDay: '2026-06-15',
      },
    ]);
    expect(body).toMatchObject({ companyCount: 2, alertCount: 1, importCount: 4, asOf: '2026-07-01' });
    expect(body.alerts).toEqual([
      {
        id: alertId,
        activityType: 'structuring',
        riskLevel: 'high',
        amount: '100.00',
        activityDate: '2026-06-20',
        description: 'Said so',
        reviewed: false,
      },
    ]);
    expect(body.imports[0]).toMatchObject({ importId, fileName: 'test.json', entries: 2 });
  });

  it('compares the last thirty days with the own normal and the year with the others', async () => {
    await imported(
      ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'].flatMap((month) => [
        {
          account: 'USUAL',
          lastName: 'Usual',
          amount: '1000.00',
          type: 'Credit' as const,
          day: `${month}-10`,
        },
        { account: 'USUAL', lastName: 'Usual', amount: '400.00', type: 'Debit' as const, day: `${month}-11` },
      ]),
    );
    await imported(
      Array.from({ length: 20 }, (_, at) => ({
        account: `PEER${at}`,
        lastName: 'Peer',
        amount: '10.00',
        type: 'Credit' as const,
        day: '2026-06-01',
      })),
    );
    const { body } = await analytics.get(`/api/members/${await idOf('USUAL')}/overview`);
    // Of 26 members active within a year only ANA1 and RICH received more; nobody else received 6,000.
    const { body: list } = await analytics.get('/api/members?sort=totalCredits&order=desc');
    expect(accounts(list).slice(0, 3)).toEqual(['RICH', 'ANA1', 'USUAL']);
    const { body: cards } = await analytics.get('/api/members/summary');
    const below = cards.activeThisYear - 3;
    expect(body.comparisons).toEqual([
      {
        what: 'credits',
        latest: '1000.00',
        ownMedian: '1000.00',
        peerPercentile: ((100 * (below + 0.5)) / cards.activeThisYear).toFixed(1),
        peerSentence: `More than ${Math.floor((100 * below) / cards.activeThisYear)}% of ${cards.activeThisYear} members`,
      },
      expect.objectContaining({ what: 'debits', latest: '400.00', ownMedian: '400.00' }),
      expect.objectContaining({ what: 'transactions', latest: '2', ownMedian: '2' }),
    ]);
  });

  it('says nothing about the normal of a young history, nor about the standing of one long gone', async () => {
    const young = await analytics.get(`/api/members/${await idOf('PEER0')}/overview`);
    expect(young.body.comparisons[0]).toMatchObject({ latest: '0.00', ownMedian: null });
    await imported([
      { account: 'GONE', lastName: 'Gone', amount: '1.00', type: 'Credit', day: '2024-06-30' },
    ]);
    const gone = await analytics.get(`/api/members/${await idOf('GONE')}/overview`);
    expect(gone.body.comparisons[0]).toMatchObject({
      ownMedian: '0.00',
      peerPercentile: null,
      peerSentence: null,
    });
    const dateless = await analytics.get(`/api/members/${await idOf('LAST')}/overview`);
    expect(dateless.body.comparisons).toEqual([]);
  });

  it.each(['0', '-1', 'x', '1.5', '9'.repeat(30)])('is refused for %s', async (id) => {
    expect((await analytics.get(`/api/members/${id}/overview`)).status).toBe(400);
  });
});
