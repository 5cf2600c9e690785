import { addDays } from '@clearwatch/domain/calendar/day';
import { incomeAndBills, monthlyAverage } from '@clearwatch/domain/members/income-and-bills';
import { debtRatioBand, incomeBand } from '@clearwatch/domain/members/member-bands';
import { usualMonth } from '@clearwatch/domain/members/member-baseline';
import { parseCents } from '@clearwatch/domain/money/cents';
import type { TestEntry } from '../../testing/text-ledger-fixtures.ts';
import {
  AS_OF,
  accountsIn,
  before,
  byAccount,
  ENTRIES,
  firstDayOf,
  MONEY,
  now,
  of,
  PERIOD,
  REPORT_PERIODS,
  sum,
} from '../testing/edge-case-fixtures.ts';
import { RolledLedger } from '../testing/rolled-up-ledger-fixtures.ts';
import { queryLending } from '../types/gather-account-reports.ts';
import { queryMemberRisk } from '../types/gather-member-reports.ts';
import { queryConcentration, queryMemberSummaries, queryMembership } from './member-queries.ts';
import { queryTransfers } from './transfer-queries.ts';

let ledger: RolledLedger;
let alertIds: number[];
beforeAll(async () => {
  ledger = await RolledLedger.start();
  await ledger.import(ENTRIES, AS_OF);
  const alert = (account: string, risk: 'medium' | 'high', day: string, amount: string, reviewed = false) =>
    ledger.alerted({ account, risk, day, amount, reviewed, type: 'structuring' });
  alertIds = [
    await alert('1000000001', 'high', '2026-08-03', '9000.00'),
    await alert('1000000001', 'high', '2026-07-03', '9500.00'),
    await alert('1000000002', 'high', '2026-08-04', '100.00', true),
    await alert('1000000003', 'medium', '2026-08-05', '700.00'),
    await alert('1000000004', 'medium', '2026-07-10', '600.00'),
  ];
});
afterAll(() => ledger.stop());

test('active members in a report reconcile with new, returning and quiet members', async () => {
  const membership = await queryMembership(ledger.facts, REPORT_PERIODS);
  const [active, was] = [accountsIn(now(MONEY)), accountsIn(before(MONEY))];
  const arrived = [...active].filter((account) => firstDayOf(account) >= PERIOD.firstDay);
  const quiet = [...was].filter((account) => !active.has(account));
  const isArrived = ({ account }: TestEntry) => arrived.includes(account);
  expect(membership).toMatchObject({
    active: active.size,
    activeBefore: was.size,
    newMembers: arrived.length,
    returned: [...active].filter(
      (account) => !was.has(account) && firstDayOf(account) < REPORT_PERIODS.previous.firstDay,
    ).length,
    quiet: quiet.length,
    arrivedCents: sum(now(of('Credit')).filter(isArrived)),
    quietCents: sum(before(of('Credit')).filter(({ account }) => quiet.includes(account))),
  });
  expect(membership.active - membership.activeBefore).toBe(
    membership.newMembers + membership.returned - membership.quiet,
  );
  expect(quiet.length * arrived.length).toBeGreaterThan(0);
  const july = MONEY.filter(({ day }) => day?.startsWith('2026-07'));
  expect(membership.months.find(({ month }) => month === '2026-07')).toEqual({
    month: '2026-07',
    active: accountsIn(july).size,
    newMembers: [...accountsIn(july)].filter((account) => firstDayOf(account).startsWith('2026-07')).length,
  });
});

test('the concentration in a report counts the members who received half of all credits, and members by income', async () => {
  const concentration = await queryConcentration(ledger.facts, REPORT_PERIODS);
  const received = [...Map.groupBy(now(of('Credit')), ({ account }) => account).values()]
    .map(sum)
    .toSorted((left, right) => right - left);
  const total = received.reduce((all, cents) => all + cents, 0);
  let [half, soFar] = [0, 0];
  while (soFar < total / 2) {
    soFar += received[half] ?? 0;
    half += 1;
  }
  const days = 1 + (Date.parse(AS_OF) - Date.parse(REPORT_PERIODS.firstDay)) / 86_400_000;
  const members = [...accountsIn(ENTRIES)].map((account) =>
    incomeBand(monthlyAverage(sum(of('Credit', byAccount.get(account) ?? [])), days)),
  );
  expect(concentration).toMatchObject({
    receiving: received.length,
    creditCents: total,
    onePercent: { members: 1, cents: received[0] },
    halfMembers: half,
  });
  for (const band of ['low', 'medium', 'high'] as const)
    expect([band, concentration.bands[band].members]).toEqual([
      band,
      members.filter((member) => member === band).length,
    ]);
});

test('transfers in a report include banks, apps, exchanges and foreign countries, and name the largest senders', async () => {
  const transfers = await queryTransfers(ledger.facts, REPORT_PERIODS);
  const names = ['VENMO', 'NORTHSTAR BANK', 'COINBAY CRYPTO', 'PENSION NORDEN'];
  const moved = MONEY.filter(({ company }) => names.includes(company));
  for (const name of names) {
    const own = moved.filter(({ company }) => company === name);
    expect(transfers.companies.find(({ company }) => company === name)).toMatchObject({
      outCents: sum(now(of('Debit', own))),
      inCents: sum(now(of('Credit', own))),
      outBeforeCents: sum(before(of('Debit', own))),
      inBeforeCents: sum(before(of('Credit', own))),
    });
  }
  expect(transfers.companies).toHaveLength(names.length);
  const sent = [...Map.groupBy(of('Debit', moved), ({ account }) => account)].map(([account, entries]) => ({
    account,
    cents: sum(now(entries)),
    change: Math.abs(sum(now(entries)) - sum(before(entries))),
  }));
  const largest = sent.toSorted((left, right) => right.cents - left.cents).slice(0, 8);
  expect(transfers.senders.map(({ outCents }) => outCents)).toEqual(largest.map(({ cents }) => cents));
  expect(transfers.changed[0]?.member.accountNumber).toBe(
    sent.toSorted((left, right) => right.change - left.change)[0]?.account,
  );
  const abroad = now(MONEY.filter((entry) => entry.class === 'IAT'));
  expect(transfers.international).toMatchObject({
    entries: abroad.length,
    inCents: sum(abroad),
    outCents: 0,
    members: accountsIn(abroad).size,
  });
});

test('member figures in a report match those on the screens', async () => {
  const accounts = [...accountsIn(MONEY)];
  const standings = await queryMemberSummaries(ledger.facts, REPORT_PERIODS, accounts);
  expect(standings.map(({ member }) => member.accountNumber)).toEqual(accounts);
  for (const memberRow of standings) {
    const own = byAccount.get(memberRow.member.accountNumber) ?? [];
    const firstDay = firstDayOf(memberRow.member.accountNumber);
    const months = [...Map.groupBy(own, ({ day }) => (day ?? '').slice(0, 7))].map(([month, entries]) => ({
      month,
      creditCents: sum(of('Credit', entries)),
      debitCents: sum(of('Debit', entries)),
    }));
    const lately = own.filter(({ day }) => (day ?? '') > addDays(AS_OF, -30));
    const paying = Map.groupBy(of('Credit', own), ({ company }) => company);
    const most = Math.max(0, ...[...paying.values()].map(sum));
    expect(memberRow).toMatchObject({
      firstDay,
      normal: usualMonth({ months, firstDay, asOf: AS_OF }),
      recentCreditCents: sum(of('Credit', lately)),
      now: { creditCents: sum(now(of('Credit', own))), debitCents: sum(now(of('Debit', own))) },
      before: { creditCents: sum(before(of('Credit', own))), debitCents: sum(before(of('Debit', own))) },
    });
    expect(memberRow.mainSource?.cents ?? 0).toBe(most);
  }
});

test('members at risk in a report match the member list, with their open alerts', async () => {
  const risk = await queryMemberRisk(ledger.facts, REPORT_PERIODS);
  expect(risk.levels).toMatchObject({ high: { members: 1 }, medium: { members: 2 } });
  expect(risk.levels.high.creditCents).toBe(sum(now(of('Credit')).filter(({ account }) => account === '1000000001')));
  expect(risk.alerted).toEqual({ now: 3, before: 2, firstTime: 2 });
  expect(risk.categories).toEqual([{ category: 'Structuring', now: 3, before: 2 }]);
  expect(risk.watched).toHaveLength(1);
  expect(risk.watched[0]).toMatchObject({
    member: { accountNumber: '1000000001', name: 'Ana1 Sample' },
    openHigh: 2,
    largest: { alertId: alertIds[1], amountCents: 950_000, day: '2026-07-03' },
  });
  expect(risk.watchedAlertIds).toEqual([alertIds[1], alertIds[0]]);
  const yearly = [...byAccount.values()].map((own) => ({
    credits: sum(of('Credit', own)),
    debits: sum(of('Debit', own)),
  }));
  const withIncome = yearly.filter(({ credits }) => credits > 0);
  expect(risk.strain).toMatchObject({
    withIncome: withIncome.length,
    over: withIncome.filter(({ credits, debits }) => debits > credits).length,
    close: withIncome.filter(({ credits, debits }) => debits <= credits && debits > 0.8 * credits).length,
  });
});

test('lenders in a report are found by their descriptions, and each lending test counts its members', async () => {
  const lending = await queryLending(ledger.facts, REPORT_PERIODS);
  const repaid = MONEY.filter(({ company }) => company === 'KEYSTONE LENDING');
  expect(lending.lenders).toEqual([
    {
      company: 'KEYSTONE LENDING',
      kind: 'mortgage',
      nowCents: sum(now(repaid)),
      beforeCents: sum(before(repaid)),
    },
  ]);
  expect(lending.funnel.members).toBe([...byAccount.values()].filter((own) => of('Credit', own).length > 0).length);
  expect(lending.funnel.income).toBeGreaterThanOrEqual(lending.funnel.bills);
  // $2,900.00 is more than 25% below $4,000.00; $3,100.00 is not.
  expect(lending.funnel.steady).toBe(1);
  expect(lending.candidates).toEqual([
    {
      member: { accountNumber: '2000000001', name: 'Eva Steady' },
      incomeCents: expect.any(Number),
      billsCents: expect.any(Number),
      ratio: (8 * 100_000) / (7 * 400_000 + 310_000),
      lowestCents: 310_000,
      usualCents: 400_000,
      lenders: [{ company: 'KEYSTONE LENDING', kind: 'mortgage', cents: 100_000 }],
    },
  ]);
  expect([lending.payingOthers, lending.payingOthersCents]).toEqual([1, 100_000]);
});

test('members at risk in a report are counted using the rounded figures in the member list', async () => {
  // Debits in a year with $10,000.00 in credits, on both sides of each limit in the member list.
  const bills = ['8004.99', '8005.00', '10000.01', '10000.36', '6004.99', '6005.00'];
  const rolled = await RolledLedger.start();
  try {
    const entry = (account: string, type: 'Credit' | 'Debit', amount: string) => ({
      account,
      type,
      amount,
      company: 'RIVERTON SCHOOLS',
      day: '2026-08-15',
      code: type === 'Credit' ? '22' : '27',
    });
    await rolled.import(
      bills.flatMap((amount, index) => [
        entry(`300000000${index}`, 'Credit', '10000.00'),
        entry(`300000000${index}`, 'Debit', amount),
      ]),
      AS_OF,
    );
    const scope = { ...REPORT_PERIODS, firstDay: '2025-01-01' };
    const shown = bills.map((amount) =>
      incomeAndBills({ creditCents: 1_000_000, debitCents: parseCents(amount), days: 365 }),
    );
    const over = shown.filter(({ monthlyIncome, monthlyBills }) => Number(monthlyBills) > Number(monthlyIncome));
    const red = shown.filter(({ incomeToDebtRatio }) => debtRatioBand(Number(incomeToDebtRatio)) === 'red');
    const { strain } = await queryMemberRisk(rolled.facts, scope);
    expect(strain).toMatchObject({ over: over.length, close: red.length - over.length });
    expect([over.length, red.length]).toEqual([1, 3]);
    expect(strain.first.map(({ billsCents, incomeCents }) => billsCents > incomeCents)).toEqual([true]);
  } finally {
    await rolled.stop();
  }
});
