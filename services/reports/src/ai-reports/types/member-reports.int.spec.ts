import { addDays } from '@clearwatch/domain/calendar/day';
import { ownNormal } from '@clearwatch/domain/members/own-normal';
import { formatDollars } from '@clearwatch/domain/money/format-dollars';
import {
  ASKED,
  accountsIn,
  before,
  byAccount,
  ENTRIES,
  firstDayOf,
  now,
  of,
  sum,
} from '../testing/counted-by-hand.ts';
import { AS_OF } from '../testing/lived-entries.ts';
import { RolledLedger } from '../testing/rolled-ledger.ts';
import { REPORT_KINDS } from './index.ts';

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

test('VIPs are who received something in most months, by their usual month', async () => {
  const { document } = await REPORT_KINDS.vip_member_analysis.write(ledger.facts, ASKED);
  const regular = [...byAccount].filter(([, own]) => {
    const months = new Set(of('Credit', own).map(({ day }) => day?.slice(0, 7)));
    return months.size >= 6;
  });
  const usual = regular.map(([account, own]) => {
    const months = [...Map.groupBy(own, ({ day }) => (day ?? '').slice(0, 7))].map(([month, entries]) => ({
      month,
      creditCents: sum(of('Credit', entries)),
      debitCents: 0,
    }));
    return {
      account,
      cents: ownNormal({ months, firstDay: firstDayOf(account), asOf: AS_OF })?.creditCents ?? 0,
    };
  });
  const largest = usual.toSorted((left, right) => right.cents - left.cents).slice(0, 20);
  const table = document.sections.flatMap(({ blocks }) => blocks).find(({ kind }) => kind === 'table');
  const rows = table?.kind === 'table' ? table.rows : [];
  expect(rows.map((row) => row[1]?.text)).toEqual(largest.map(({ account }) => `***${account.slice(-4)}`));
});

test('the accounts that stand out are those whose figures are the largest', async () => {
  const { document } = await REPORT_KINDS.individual_account_analysis.write(ledger.facts, ASKED);
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
    return first?.kind === 'paragraph'
      ? first.spans.find(({ text }) => text.startsWith('***'))?.text.slice(-4)
      : null;
  };
  expect(accountIn('Most open alerts')).toBe('0001');
  expect(accountIn('Largest rise of credits')).toBe(most(1));
  expect(accountIn('Largest fall of credits')).toBe(most(-1));
  // Whoever stands out already is passed over.
  const named = [
    'Most open alerts',
    'Largest rise of credits',
    'Largest fall of credits',
    'Most sent to other institutions',
  ];
  const others = change
    .filter(({ account }) => !named.map(accountIn).includes(account.slice(-4)))
    .toSorted((left, right) => right.entries - left.entries || (left.account < right.account ? -1 : 1));
  expect(accountIn('Most entries')).toBe(others[0]?.account.slice(-4));
});

test('the complete report counts members by their last entry and companies by what they paid', async () => {
  const { document } = await REPORT_KINDS.complete_member_intelligence.write(ledger.facts, ASKED);
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
    `Last entries of members: ${recent} within 30 days of the ledger’s end, ${moderate} within 90 days and ` +
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
