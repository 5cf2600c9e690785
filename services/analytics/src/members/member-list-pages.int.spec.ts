import { MEMBER_SORTS } from '@clearwatch/contracts/sort-orders';
import { ListFiguresTestContext } from '../testing/list-figures-test-context.ts';

let context: ListFiguresTestContext;

/** 340 members named Abel, then 60 named Zach, so an index walk by name takes long to reach the first Zach. */
beforeAll(async () => {
  context = await ListFiguresTestContext.start();
  await context.imported(
    Array.from({ length: 400 }, (_, at) => ({
      account: `A${at}`,
      firstName: at < 340 ? 'Abel' : 'Zach',
      lastName: `Member ${at % 200}`,
      amount: `${(at * 7919) % 400}.00`,
      type: at % 3 === 0 ? ('Debit' as const) : ('Credit' as const),
      day: `2026-0${1 + (at % 6)}-15`,
    })),
  );
});
afterAll(() => context.stop());

async function inPages(question: string, pageSize: number): Promise<string[]> {
  const all: string[] = [];
  for (let page = 1; ; page += 1) {
    const members = await context.members(`${question}&page=${page}&pageSize=${pageSize}`);
    all.push(...members);
    if (members.length < pageSize) return all;
  }
}

it('the member list finds members at the far end of the sort order page by page', async () => {
  const pages = await inPages('search=zach', 1);
  expect(pages).toHaveLength(60);
  expect(pages).toEqual(await inPages('search=zach', 500));
  expect((await context.members('search=zach&pageSize=1'))[0]).toBe('A340');
  expect(pages.every((account) => Number(account.slice(1)) >= 340)).toBe(true);
});

it.each(MEMBER_SORTS)('the member list returns the same pages sorted by %s with every page plan', async (sort) => {
  for (const question of ['', 'search=a', 'search=abel', 'activity=recent', 'search=zach&activity=old'])
    for (const order of ['asc', 'desc']) {
      const query = `${question}&sort=${sort}&order=${order}`;
      const whole = await inPages(query, 500);
      expect(whole.length).toBeGreaterThan(10);
      expect(await inPages(query, 45)).toEqual(whole);
    }
});

it('the member list returns the total on every page, even past the last', async () => {
  for (const page of [1, 2, 99]) {
    const { headers, body } = await context.analytics.get(`/api/members?search=zach&page=${page}&pageSize=50`);
    expect([headers['x-total-count'], body.length]).toEqual(['60', [50, 10][page - 1] ?? 0]);
  }
});

it('the member list finds text without three consecutive letters', async () => {
  const { headers } = await context.analytics.get('/api/members?search=r%201');
  // Members 1, 10 to 19 and 100 to 199. Each name occurs twice.
  expect(headers['x-total-count']).toBe(String(2 * (1 + 10 + 100)));
});

it('the member list updates the total after members are added', async () => {
  await context.imported([
    { account: 'B1', firstName: 'Zach', lastName: 'New', amount: '1.00', type: 'Credit', day: '2026-06-15' },
  ]);
  const { headers } = await context.analytics.get('/api/members?search=zach&page=2&pageSize=50');
  expect(headers['x-total-count']).toBe('61');
});
