import { addDays } from '@clearwatch/domain/calendar/day';
import { usualMonth } from '@clearwatch/domain/members/member-baseline';
import { formatDollars } from '@clearwatch/domain/money/cents';
import type { TestEntry } from '../../testing/text-ledger-fixtures.ts';
import {
  AS_OF,
  accountsIn,
  before,
  byAccount,
  ENTRIES,
  MONEY,
  now,
  of,
  REPORT_PERIODS,
  sum,
} from '../testing/edge-case-fixtures.ts';
import { RolledLedger } from '../testing/rolled-up-ledger-fixtures.ts';
import { REPORT_DEFINITIONS } from './report-registry.ts';

let ledger: RolledLedger;
beforeAll(async () => {
  ledger = await RolledLedger.start();
  await ledger.import(ENTRIES, AS_OF);
  for (const day of ['2026-07-03', '2026-08-03'])
    await ledger.alerted({
      account: '1000000001',
      risk: 'high',
      day,
      amount: '9000.00',
      type: 'structuring',
    });
});
afterAll(() => ledger.stop());

/**
 * Accounts of the 20 members with the largest usual months among those with credits in at least six months.
 */
function vipsByHand(entries: readonly TestEntry[]): string[] {
  const byAccount = Map.groupBy(entries, ({ account }) => account);
  const regular = [...byAccount].filter(([, own]) => {
    const months = new Set(of('Credit', own).map(({ day }) => day?.slice(0, 7)));
    return months.size >= 6;
  });
  const usual = regular.map(([account, own]) => {
    const months = [...Map.groupBy(own, ({ day }) => (day ?? '').slice(0, 7))].map(([month, ofMonth]) => ({
      month,
      creditCents: sum(of('Credit', ofMonth)),
      debitCents: 0,
    }));
    const firstDay = own.map(({ day }) => day ?? '').toSorted()[0] ?? '';
    return {
      account,
      cents: usualMonth({ months, firstDay, asOf: AS_OF })?.creditCents ?? 0,
      year: sum(of('Credit', own)),
    };
  });
  return usual
    .toSorted((left, right) => right.cents - left.cents || right.year - left.year)
    .slice(0, 20)
    .map(({ account }) => `***${account.slice(-4)}`);
}

async function vipsOf(rolled: RolledLedger): Promise<unknown[]> {
  const { document } = await REPORT_DEFINITIONS.vip_member_analysis.write(rolled.facts, REPORT_PERIODS);
  const table = document.sections.flatMap(({ blocks }) => blocks).find(({ kind }) => kind === 'table');
  return table?.kind === 'table' ? table.rows.map((row) => row[1]?.text) : [];
}

test('VIPs in a report are members with credits in most months, sorted by usual month', async () => {
  expect(await vipsOf(ledger)).toEqual(vipsByHand(MONEY));
});

test('VIPs in a report have the largest usual months even if others received more in the year', async () => {
  const credit = (account: number, day: string, amount: number): TestEntry => ({
    company: 'RIVERTON SCHOOLS',
    firstName: 'Ana',
    lastName: 'Sample',
    account: String(account),
    amount: amount.toFixed(2),
    type: 'Credit',
    kind: 'money',
    code: '22',
    trace: null,
    addenda: null,
    batch: null,
    day,
    description: 'PAYROLL',
    class: 'PPD',
  });
  const months = ['01', '02', '03', '04', '05', '06', '07', '08'].map((month) => `2026-${month}`);
  // Edge cases for the first month, empty months and the current month.
  const entries = Array.from({ length: 530 }, (_, index) => 1_000_000_000 + index).flatMap((account) => [
    ...months.map((month) => credit(account, `${month}-1${account % 10}`, 100 + (account % 7))),
    credit(account, '2026-05-20', 50_000),
  ]);
  entries.push(
    ...months.map((month) => credit(2_000_000_001, `${month}-01`, 2_000)),
    ...months.map((month) => credit(2_000_000_002, `${month}-02`, 1_900.01)),
    ...months.slice(1).map((month) => credit(2_000_000_003, `${month}-28`, 1_800)),
    ...months.slice(2).map((month, index) => credit(2_000_000_004, `${month}-01`, 1_000 + 333.33 * index)),
    // History from 2025 on: January 2026 is complete even though this member's first entry in it is on the
    // 15th.
    credit(2_000_000_005, '2025-03-03', 1),
    ...months.slice(0, 7).map((month) => credit(2_000_000_005, `${month}-15`, 4_000)),
    credit(2_000_000_006, '2026-01-15', 90_000),
    ...months.slice(0, 5).map((month) => credit(2_000_000_007, `${month}-15`, 5_000)),
  );
  const rolled = await RolledLedger.start();
  try {
    await rolled.import(entries, AS_OF);
    const expected = vipsByHand(entries);
    expect(expected.slice(0, 5)).toEqual(['***0005', '***0001', '***0002', '***0004', '***0003']);
    expect(await vipsOf(rolled)).toEqual(expected);
  } finally {
    await rolled.stop();
  }
});

test('the individual account report names the accounts with the largest figures', async () => {
  const { document } = await REPORT_DEFINITIONS.individual_account_analysis.write(ledger.facts, REPORT_PERIODS);
  const change = [...byAccount].map(([account, own]) => ({
    account,
    cents: sum(now(of('Credit', own))) - sum(before(of('Credit', own))),
    entries: now(own).length,
  }));
  const most = (sign: 1 | -1) =>
    change.toSorted((left, right) => sign * (right.cents - left.cents))[0]?.account.slice(-4);
  const accountIn = (title: string) => {
    const section = document.sections.find((candidate) => candidate.title === title);
    const [first] = section?.blocks ?? [];
    return first?.kind === 'paragraph' ? first.spans.find(({ text }) => text.startsWith('***'))?.text.slice(-4) : null;
  };
  expect(accountIn('Most open alerts')).toBe('0001');
  expect(accountIn('Largest increase in credits')).toBe(most(1));
  expect(accountIn('Largest decrease in credits')).toBe(most(-1));
  // Accounts that are already listed are skipped.
  const named = [
    'Most open alerts',
    'Largest increase in credits',
    'Largest decrease in credits',
    'Most sent to other institutions',
  ];
  const others = change
    .filter(({ account }) => !named.map(accountIn).includes(account.slice(-4)))
    .toSorted((left, right) => right.entries - left.entries || (left.account < right.account ? -1 : 1));
  expect(accountIn('Most entries')).toBe(others[0]?.account.slice(-4));
});

test('the complete member report groups members by last entry and companies by amount paid', async () => {
  const { document } = await REPORT_DEFINITIONS.complete_member_intelligence.write(ledger.facts, REPORT_PERIODS);
  const last = [...byAccount.values()].map(
    (own) =>
      own
        .map(({ day }) => day ?? '')
        .toSorted()
        .at(-1) ?? '',
  );
  const recent = last.filter((day) => day >= addDays(AS_OF, -30)).length;
  const moderate = last.filter((day) => day < addDays(AS_OF, -30) && day >= addDays(AS_OF, -90)).length;
  const silent = [...accountsIn(ENTRIES)].length - byAccount.size;
  const text = document.sections
    .flatMap(({ blocks }) => blocks)
    .flatMap((block) => (block.kind === 'paragraph' ? [block.spans.map((span) => span.text).join('')] : []));
  expect(text).toContain(
    `Last member activity: ${recent} within the last 30 days of the ledger, ${moderate} within 90 days and ` +
      `${last.length - recent - moderate + silent} longer ago.`,
  );
  const payers = document.sections.find(({ title }) => title === 'Who pays members')?.blocks[0];
  const paid = [...Map.groupBy(now(of('Credit')), ({ company }) => company)]
    .map(([company, entries]) => ({ company, cents: sum(entries) }))
    .toSorted((left, right) => right.cents - left.cents);
  expect(payers?.kind === 'table' ? payers.rows.map((row) => [row[0]?.text, row[1]?.text]) : []).toEqual(
    paid.map(({ company, cents }) => [company, formatDollars(cents)]),
  );
});
