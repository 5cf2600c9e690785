import { DEFAULT_SEC_CODES } from '@clearwatch/contracts/transaction-reports';
import { TransactionReportTestContext } from '../testing/transaction-report-test-context.ts';

let context: TransactionReportTestContext;
beforeAll(async () => {
  context = await TransactionReportTestContext.start();
});
afterAll(() => context.stop());

describe('transaction reports', () => {
  it('a transaction report shows ledger entries with the newest day first, and their total', async () => {
    await context.ledger.import([
      {
        company: 'RIVERTON FOODS',
        account: '17',
        firstName: 'Paula',
        lastName: 'Sample',
        amount: '1250.00',
        day: '2026-03-02',
      },
      {
        company: 'RIVERTON FOODS',
        account: '17',
        firstName: '',
        lastName: '',
        amount: '3.10',
        day: null,
        kind: 'prenote',
      },
      { company: 'LAKEVIEW FOODS', amount: '1.00', day: '2026-03-03', class: 'ZZZ' },
      { company: 'SOMEBODY ELSE' },
    ]);
    for (const moment of ['before', 'after']) {
      const { status, body, headers } = await context.report({ company: ['foods'] });

      expect([moment, status, headers['x-total-count'], headers['x-total-count-kind']]).toEqual([
        moment,
        200,
        '3',
        'exact',
      ]);
      expect(body.map(({ company, postingDate }: Record<string, unknown>) => [company, postingDate])).toEqual([
        ['LAKEVIEW FOODS', '2026-03-03'],
        ['RIVERTON FOODS', '2026-03-02'],
        ['RIVERTON FOODS', null],
      ]);
      expect(body[1]).toMatchObject({
        memberName: 'Paula Sample',
        amount: '1250.00',
        transactionType: 'Credit',
        class: 'PPD',
      });
      // An entry without a name shows the member's name.
      expect(body[2]).toMatchObject({ memberName: 'Paula Sample', entryKind: 'prenote', amount: '3.10' });
      await context.settle();
    }
  });

  it('a transaction report is paged, and returns the first thousand rows when no page is requested [spec 9.22]', async () => {
    await context.ledger.import(Array.from({ length: 1_020 }, (_, n) => ({ company: 'PAGES', amount: `${n}.00` })));
    const amounts = async (query: string): Promise<string[]> => {
      const { body, headers } = await context.report({ company: ['pages'] }, query);
      expect(headers['x-total-count']).toBe('1020');
      return body.map(({ amount }: { amount: string }) => amount);
    };

    const first = await amounts('');
    expect([first.length, first[0], first.at(-1)]).toEqual([1_000, '1019.00', '20.00']);
    expect(await amounts('?pageSize=50&page=21')).toEqual(Array.from({ length: 20 }, (_, n) => `${19 - n}.00`));
    expect(await amounts('?page=3')).toHaveLength(20);
  });

  it.each([
    [{}],
    [{ firstName: ' ', company: [''], transactionType: [], amount: { operator: 'eq', value: 'abc' } }],
    [{ dateRange: { start: '2026-01-01' } }],
    [{ amount: { operator: 'between', value: '1' } }],
    [{ lastName: '\u0301' }],
  ])('a transaction report rejects filters without a condition: %j', async (filters) => {
    const { status, text } = await context.report(filters);
    expect([status, text]).toEqual([400, 'Set at least one filter for the report.']);
  });

  it.each([
    [{ first_name: 'Ana' }, 'first_name'],
    [{ company: 'ACME' }, 'Company'],
    [{ company: ['a'], amount: { operator: 'eq', value: '1', currency: 'USD' } }, 'currency'],
    [{ transactionType: ['Both'] }, 'Transaction type'],
    [{ amount: { operator: 'near', value: '1' } }, 'Operator'],
    [{ lastName: 'x'.repeat(201) }, 'Last name'],
    [{ dateRange: { start: '2026-02-30', end: '2026-03-01' } }, 'Start date'],
    [{ addenda: 'a\0b' }, 'not allowed'],
  ])('a transaction report names the filter that it rejects: %j', async (filters, named) => {
    const { status, text } = await context.report(filters);
    expect(status).toBe(400);
    expect(text).toContain(named);
  });

  it.each(['?page=0', '?pageSize=501', '?page=101', '?sort=amount', '?page=2000&pageSize=500'])(
    'a transaction report rejects the page %s',
    async (query) => {
      expect((await context.report({ company: ['a'] }, query)).status).toBe(400);
    },
  );

  it('a transaction report accepts formatted amounts and compares them exactly', async () => {
    await context.ledger.import([
      { company: 'EXACT', amount: '1000.00' },
      { company: 'EXACT', amount: '999.99' },
    ]);
    const found = async (amount: object): Promise<unknown> =>
      (await context.report({ company: ['exact'], amount })).headers['x-total-count'];

    expect(await found({ operator: 'eq', value: '$1,000' })).toBe('1');
    expect(await found({ operator: 'eq', value: '1000.001' })).toBe('0');
    expect(await found({ operator: 'lt', value: '999.995' })).toBe('1');
    expect(await found({ operator: 'between', value: '999.99', value2: '1000' })).toBe('2');
    expect(await found({ operator: 'gt', value: '99999999999999999999.99' })).toBe('0');
    expect(await found({ operator: 'gt', value: '-1' })).toBe('2');
  });

  it('a transaction report accepts amounts as JSON numbers and as text', async () => {
    await context.ledger.import([
      { company: 'NUMBERS', amount: '1000.00' },
      { company: 'NUMBERS', amount: '0.10' },
    ]);
    const found = async (amount: object): Promise<unknown> =>
      (await context.report({ company: ['numbers'], amount })).headers['x-total-count'];

    expect(await found({ operator: 'eq', value: 1000 })).toBe('1');
    expect(await found({ operator: 'eq', value: 0.1 })).toBe('1');
    expect(await found({ operator: 'between', value: 0, value2: 999.99 })).toBe('1');
    // Without the amount filter, the search would find both entries.
    expect(await found({ operator: 'gt', value: 1e21 })).toBe('0');
    expect(await found({ operator: 'lt', value: 1e-7 })).toBe('0');
  });

  it.each([
    ['2026-05-02', '2026-05-03'],
    ['2026-05-02T23:30:00-08:00', '2026-05-03T00:15:00+05:00'],
    ['2026-05-02T09:15:00Z', '2026-05-03T09:15:00.000Z'],
    ['2026-05-02T23:59', '2026-05-03 00:00:00'],
  ])('a transaction report uses the calendar day of a timestamp as written: %s to %s', async (start, end) => {
    await context.ledger.import([
      { company: `DAYS ${start}`, day: '2026-05-01' },
      { company: `DAYS ${start}`, day: '2026-05-02' },
      { company: `DAYS ${start}`, day: '2026-05-03' },
      { company: `DAYS ${start}`, day: '2026-05-04' },
    ]);
    const { status, body } = await context.report({ company: [`DAYS ${start}`], dateRange: { start, end } });
    expect(status).toBe(200);
    expect(body.map(({ postingDate }: { postingDate: string }) => postingDate)).toEqual(['2026-05-03', '2026-05-02']);
  });

  it.each([['2026-05-02T25:00:00Z'], ['2026-02-30T09:15:00Z'], ['May 2, 2026']])(
    'a transaction report rejects %s as a day in the range',
    async (start) => {
      const { status, text } = await context.report({ dateRange: { start, end: '2026-05-03' } });
      expect([status, text]).toEqual([400, 'Start date must be a calendar date, such as 2026-11-20.']);
    },
  );

  it('a transaction report requires a staff role', async () => {
    const answer = await context.ask('get', '/api/reports/filter-options');
    expect(answer.status).toBe(200);
    const { status } = await (await import('supertest'))
      .default(context.app.getHttpServer())
      .post('/api/reports/transactions');
    expect(status).toBe(401);
  });

  it('the filters of a transaction report offer common SEC codes and those in the ledger [spec 9.24]', async () => {
    await context.settle();
    const { body } = await context.ask('get', '/api/reports/filter-options');
    expect(body).toEqual({ transactionTypes: ['Credit', 'Debit'], classes: [...DEFAULT_SEC_CODES, 'ZZZ'] });
  });
});
