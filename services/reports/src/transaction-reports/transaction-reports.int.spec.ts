import { OFFERED_CLASSES } from '@clearwatch/contracts/reports/offered-classes';
import { ReportRig } from '../testing/report-rig.ts';

let rig: ReportRig;
beforeAll(async () => {
  rig = await ReportRig.start();
});
afterAll(() => rig.stop());

describe('a transaction report', () => {
  it('shows entries as the ledger does, the newest day first, and says how many there are', async () => {
    await rig.ledger.import([
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
      const { status, body, headers } = await rig.report({ company: ['foods'] });

      expect([moment, status, headers['x-total-count'], headers['x-total-count-kind']]).toEqual([
        moment,
        200,
        '3',
        'exact',
      ]);
      expect(body.map(({ company, postingDate }: Record<string, unknown>) => [company, postingDate])).toEqual(
        [
          ['LAKEVIEW FOODS', '2026-03-03'],
          ['RIVERTON FOODS', '2026-03-02'],
          ['RIVERTON FOODS', null],
        ],
      );
      expect(body[1]).toMatchObject({
        memberName: 'Paula Sample',
        amount: '1250.00',
        transactionType: 'Credit',
        class: 'PPD',
      });
      // Who an entry that names nobody is about.
      expect(body[2]).toMatchObject({ memberName: 'Paula Sample', entryKind: 'prenote', amount: '3.10' });
      await rig.settle();
    }
  });

  it('comes in pages, a hundred entries unless more are asked for', async () => {
    await rig.ledger.import(Array.from({ length: 120 }, (_, n) => ({ company: 'PAGES', amount: `${n}.00` })));
    const amounts = async (query: string): Promise<string[]> =>
      (await rig.report({ company: ['pages'] }, query)).body.map(({ amount }: { amount: string }) => amount);

    expect(await amounts('')).toHaveLength(100);
    expect(await amounts('?pageSize=50&page=3')).toEqual(
      Array.from({ length: 20 }, (_, n) => `${19 - n}.00`),
    );
    expect(await amounts('?page=2')).toHaveLength(20);
  });

  it.each([
    [{}],
    [{ firstName: ' ', company: [''], transactionType: [], amount: { operator: 'eq', value: 'abc' } }],
    [{ dateRange: { start: '2026-01-01' } }],
    [{ amount: { operator: 'between', value: '1' } }],
    [{ lastName: '\u0301' }],
  ])('is not made of filters that ask nothing: %j', async (filters) => {
    const { status, text } = await rig.report(filters);
    expect([status, text]).toEqual([400, 'A report needs at least one filter that says something.']);
  });

  it.each([
    [{ first_name: 'Ana' }, 'first_name'],
    [{ company: 'ACME' }, 'company'],
    [{ company: ['a'], amount: { operator: 'eq', value: '1', currency: 'USD' } }, 'currency'],
    [{ transactionType: ['Both'] }, 'transactionType'],
    [{ amount: { operator: 'near', value: '1' } }, 'operator'],
    [{ lastName: 'x'.repeat(201) }, 'lastName'],
    [{ dateRange: { start: '2026-02-30', end: '2026-03-01' } }, 'dateRange.start'],
    [{ addenda: 'a\0b' }, 'not text'],
  ])('refuses what it does not understand, by name: %j', async (filters, named) => {
    const { status, text } = await rig.report(filters);
    expect(status).toBe(400);
    expect(text).toContain(named);
  });

  it.each(['?page=0', '?pageSize=501', '?page=101', '?sort=amount', '?page=2000&pageSize=500'])(
    'is not paged by %s',
    async (query) => {
      expect((await rig.report({ company: ['a'] }, query)).status).toBe(400);
    },
  );

  it('takes amounts as people write them and compares them exactly', async () => {
    await rig.ledger.import([
      { company: 'EXACT', amount: '1000.00' },
      { company: 'EXACT', amount: '999.99' },
    ]);
    const found = async (amount: object): Promise<unknown> =>
      (await rig.report({ company: ['exact'], amount })).headers['x-total-count'];

    expect(await found({ operator: 'eq', value: '$1,000' })).toBe('1');
    expect(await found({ operator: 'eq', value: '1000.001' })).toBe('0');
    expect(await found({ operator: 'lt', value: '999.995' })).toBe('1');
    expect(await found({ operator: 'between', value: '999.99', value2: '1000' })).toBe('2');
    expect(await found({ operator: 'gt', value: '99999999999999999999.99' })).toBe('0');
    expect(await found({ operator: 'gt', value: '-1' })).toBe('2');
  });

  it('is staff’s business alone', async () => {
    const answer = await rig.ask('get', '/api/reports/filter-options');
    expect(answer.status).toBe(200);
    const { status } = await (await import('supertest'))
      .default(rig.app.getHttpServer())
      .post('/api/reports/transactions');
    expect(status).toBe(401);
  });

  it('offers the classes that institutions meet and those that the ledger holds', async () => {
    await rig.settle();
    const { body } = await rig.ask('get', '/api/reports/filter-options');
    expect(body).toEqual({ transactionTypes: ['Credit', 'Debit'], classes: [...OFFERED_CLASSES, 'ZZZ'] });
  });
});
