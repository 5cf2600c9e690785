import type { TransactionFilters } from '@clearwatch/contracts/transaction-reports.dto';
import type { Transaction } from '@clearwatch/contracts/transactions.dto';
import { jest } from '@jest/globals';
import { Client } from 'pg';
import { TransactionReportTestContext } from '../testing/transaction-report-test-context.ts';
import { SearchLimits } from './search-query.ts';
import { randomEntry, referenceSearch, seededRandom } from './testing/random-search-fixtures.ts';

const REPORTS: TransactionFilters[] = [
  { firstName: 'ana' },
  { lastName: 'sample', firstName: 'jose' },
  { company: ['acme', 'foods'] },
  { transactionType: ['Credit'], class: ['PPD'], transactionCode: ['22'] },
  { entryDescription: ['payroll'] },
  { addenda: 'ref 0001' },
  { addenda: 'r' },
  { checkTracerNumber: '091000010000001' },
  { batch: '0000001' },
  { amount: { operator: 'eq', value: '10.01' } },
  { amount: { operator: 'between', value: '1', value2: '1000' }, company: ['acme'] },
  { dateRange: { start: '2026-01-01', end: '2026-02-28' } },
  { dateRange: { start: '2026-01-01', end: '2026-02-28' }, lastName: 'sample', transactionType: ['Debit'] },
];

/**
 * With small limits, searches scan by day, fetch and count; with the default limits, they fetch by one
 * condition.
 */
const LIMITS: Record<string, SearchLimits> = {
  'that are rare': new SearchLimits(),
  'that are many': { few: 5, texts: 1, walk: 500, countedOnWalk: 10, countable: 100_000, countMs: 1_000 },
};

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Recheck Cond'?: string;
  Plans?: PlanNode[];
}

let context: TransactionReportTestContext;
beforeAll(async () => {
  context = await TransactionReportTestContext.start();
  const random = seededRandom(7);
  await context.ledger.import(Array.from({ length: 20_000 }, () => randomEntry(random)));
  await context.settle();
  await context.owner.query('ANALYZE ledger.transactions; ANALYZE ledger.members; ANALYZE reports.search_entries');
});
afterAll(() => context.stop());

/** The queries that the service runs during a request. */
async function queriesOf(report: () => Promise<{ status: number }>): Promise<{ text: string; values: unknown[] }[]> {
  const spy = jest.spyOn(Client.prototype, 'query');
  try {
    expect((await report()).status).toBe(200);
    return spy.mock.calls
      .map((parameters: unknown[]) => ({
        text: String(parameters[0]),
        values: Array.isArray(parameters[1]) ? parameters[1] : [],
      }))
      .filter(({ text }) => /^\s*(SELECT|WITH)\b/.test(text));
  } finally {
    spy.mockRestore();
  }
}

/** Small tables are always scanned, so scans are disabled. Remaining scans have no usable index. */
async function nodesOf({ text, values }: { text: string; values: unknown[] }): Promise<PlanNode[]> {
  await context.owner.query('SET enable_seqscan = off');
  const { rows } = await context.owner.query(`EXPLAIN (FORMAT JSON) ${text}`, values);
  const flat = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flat)];
  return flat(rows[0]['QUERY PLAN'][0].Plan);
}

const isWhole = (node: PlanNode): boolean => node['Index Cond'] === undefined && node['Recheck Cond'] === undefined;

describe.each(Object.keys(LIMITS))('reports of entries %s', (which) => {
  beforeAll(() => {
    Object.assign(context.app.get(SearchLimits, { strict: false }), LIMITS[which]);
  });

  it.each(REPORTS)('the queries of a transaction report never scan the whole ledger: %j', async (filters) => {
    const queries = await queriesOf(() => context.report(filters));
    expect(queries.length).toBeGreaterThan(2);
    for (const question of queries) {
      const nodes = await nodesOf(question);
      const scans = nodes.filter((node) => node['Relation Name'] === 'transactions' && isWhole(node));
      expect([question.text, scans]).toEqual([question.text, []]);
    }
  });
});

it('transaction reports find substrings with the trigram index, and entries with the index for each condition', async () => {
  Object.assign(context.app.get(SearchLimits, { strict: false }), new SearchLimits());
  const indexes = async (filters: TransactionFilters): Promise<unknown[]> => {
    const queries = await queriesOf(() => context.report(filters));
    const nodes: PlanNode[] = [];
    for (const question of queries) nodes.push(...(await nodesOf(question)));
    return nodes.map((node) => node['Index Name']);
  };
  expect(await indexes({ lastName: 'sample' })).toEqual(
    expect.arrayContaining(['search_last_names_text', 'search_entries_names']),
  );
  expect(await indexes({ lastName: 'sample', firstName: 'jose' })).toContain('search_entries_names');
  expect(await indexes({ company: ['acme'] })).toEqual(
    expect.arrayContaining(['search_streams_company', 'search_entries_stream_day']),
  );
  expect(await indexes({ checkTracerNumber: '091000010000001' })).toContain('search_entries_trace');
  expect(await indexes({ amount: { operator: 'eq', value: '10.01' } })).toContain('search_entries_amount');
});

describe('a company that pays on one day', () => {
  const PAGE = 20;
  /** The newest day alone exceeds the limit of a scan by day. */
  const LIMITS = { few: 60, walk: 400, countedOnWalk: 40 };
  const gathersAll = ({ text }: { text: string }) =>
    text.includes('WITH found AS') && !text.includes('e.day >=') && !text.includes('ORDER BY e.day');

  beforeAll(async () => {
    const loans = Array.from({ length: 200 }, (_, index) => ({
      company: 'CITY LOANS',
      description: 'LOAN PMT',
      addenda: `LOAN ${index}`,
      day: '2026-01-01',
    }));
    await context.ledger.import([...loans, { company: 'CITY WATER', description: 'WATER', day: '2026-03-01' }]);
    await context.settle();
    Object.assign(context.app.get(SearchLimits, { strict: false }), new SearchLimits(), LIMITS);
  });

  it.each<TransactionFilters>([
    { company: ['CITY LOANS'] },
    { company: ['CITY'] },
    { entryDescription: ['LOAN'] },
    { addenda: 'lo' },
    { company: ['CITY'], lastName: 'sample' },
  ])('a report on a company that pays on one day of the month does not fetch all its entries: %j', async (filters) => {
    const expected = referenceSearch(await context.ledger.entries(), filters);
    let shown: unknown[] = [];
    const queries = await queriesOf(async () => {
      const { status, body } = await context.report(filters, `?pageSize=${PAGE}`);
      shown = (body as Transaction[]).map(({ id }) => id);
      return { status };
    });
    expect(shown).toEqual(expected.slice(0, PAGE).map(({ id }) => id));
    expect(queries.filter(gathersAll)).toEqual([]);
  });
});

it('an export of transactions is included in the index check, which detects a scan of the whole ledger', async () => {
  const queries = await queriesOf(() => context.export({ batch: '0000001' }));
  expect(queries.length).toBeGreaterThan(0);
  const whole = await nodesOf({ text: 'SELECT FROM ledger.transactions WHERE company = $1', values: ['x'] });
  expect(whole.filter((node) => node['Relation Name'] === 'transactions' && isWhole(node))).toHaveLength(1);
});
