import { previousPeriod } from '@clearwatch/domain/calendar/period';
import { parseCents } from '@clearwatch/domain/money/cents';
import type { ReportScope } from '@clearwatch/domain/report-writing/report-composer';
import type { TransferRoute } from '@clearwatch/domain/report-writing/sections/transfer-sections';
import type { TestEntry } from '../../testing/text-ledger-fixtures.ts';
import { RolledLedger } from '../testing/rolled-up-ledger-fixtures.ts';
import { queryLending } from '../types/gather-account-reports.ts';
import { REPORT_DEFINITIONS } from '../types/report-registry.ts';
import { queryTransfers } from './transfer-queries.ts';

const AS_OF = '2026-08-31';
const PERIOD = { firstDay: '2026-08-01', lastDay: AS_OF };
const SCOPE: ReportScope = {
  period: PERIOD,
  previous: previousPeriod(PERIOD),
  asOf: AS_OF,
  firstDay: '2026-01-05',
  prompt: null,
};

type Row = [account: string, day: string, company: string, description: string | null, debitOrCredit: string];

/**
 * Debits as `-12.00`, credits as `12.00`. The last column states the purpose and is used only by the test.
 */
const ROWS: readonly [...Row, is: string][] = [
  ['1000000001', '2026-08-03', 'SYNCHRONY BANK', 'CC PYMT', '-1979.76', 'credit card'],
  ['1000000004', '2026-08-04', 'SYNCHRONY BANK', 'CC PYMT', '-300.11', 'credit card'],
  // Of the members who pay this company, only this one sends a transfer.
  ['1000000005', '2026-08-04', 'SYNCHRONY BANK', 'TRANSFER', '-450.00', 'bank'],
  ['1000000002', '2026-08-05', 'CHASE CREDIT CRD', 'EPAY', '-812.40', 'credit card'],
  ['1000000002', '2026-07-06', 'CHASE CREDIT CRD', 'EPAY', '-77.40', 'credit card'],
  ['1000000002', '2026-08-05', 'TOYOTA FINANCIAL', 'AUTO PAY', '-455.10', 'auto loan'],
  ['1000000003', '2026-08-06', 'KEYSTONE LENDING', 'MTG PYMT', '-1500.00', 'mortgage'],
  ['1000000003', '2026-08-07', 'DRIVEWELL FIN', 'LOAN PYMT', '-210.00', 'loan, type unknown'],
  // An entry sent again after a return. The earlier entry states the purpose, even if it is from an earlier
  // period.
  ['1000000003', '2026-08-09', 'KEYSTONE LENDING', 'RETRY PYMT', '-1500.00', 'mortgage'],
  ['1000000004', '2026-05-20', 'UNION REWARDS', 'CRCARDPMT', '-333.00', 'credit card'],
  ['1000000004', '2026-08-18', 'UNION REWARDS', 'RETRY PYMT', '-333.00', 'credit card'],
  ['1000000004', '2026-08-19', 'UNION REWARDS', 'RETRY PYMT', '-334.00', 'nothing known'],
  ['1000000006', '2026-08-19', 'TOYOTA FINANCIAL', 'RETRY PYMT', '-401.00', 'auto loan'],
  ['1000000007', '2026-02-10', 'PAYDAY FAST CASH', 'PAYMENT', '-80.00', 'payday loan'],
  ['1000000007', '2026-08-20', 'ACE CASH EXPRESS', 'PAYMENT', '-60.00', 'payday loan'],
  ['1000000005', '2026-08-21', 'ACE CASH EXPRESS', 'PAYMENT', '-61.00', 'payday loan'],
  ['1000000004', '2026-08-07', 'STATE UNIVERSITY', 'TUITION', '-5200.00', 'tuition'],
  ['1000000004', '2026-08-08', 'STATE UNIVERSITY', 'FIN AID', '2600.00', 'aid'],
  ['1000000001', '2026-08-09', 'STRIPE', 'TRANSFER', '1900.00', 'settlement'],
  ['1000000001', '2026-08-10', 'SQUARE INC', '260810P2', '1700.00', 'settlement'],
  ['1000000001', '2026-08-11', 'NORTHSTAR BANK', 'TRANSFER', '-700.00', 'bank'],
  ['1000000001', '2026-07-11', 'NORTHSTAR BANK', 'TRANSFER', '-100.00', 'bank'],
  ['1000000002', '2026-08-12', 'NORTHSTAR BANK', 'PAYROLL', '3000.00', 'wages'],
  ['1000000003', '2026-08-12', 'NORTHSTAR BANK', 'PAYMENT', '-64.00', 'bank without purpose'],
  ['1000000002', '2026-08-13', 'WISE US INC', 'WISE', '-250.00', 'app'],
  ['1000000002', '2026-08-14', 'VENMO', 'PAYMENT', '-10.00', 'app'],
  ['1000000003', '2026-08-13', 'VENMO', 'PAYMENT', '-20.00', 'app'],
  ['1000000004', '2026-08-14', 'PAYPAL', 'INST XFER', '-30.00', 'app'],
  ['1000000005', '2026-08-15', 'CASH APP', 'CASHOUT', '40.00', 'app'],
  ['1000000006', '2026-08-15', 'VENMO', 'CASHOUT', '50.00', 'app'],
  // Companies without entries in either period. August is therefore not this member's first use of an app.
  ['1000000006', '2026-01-05', 'XOOM PAYPAL', 'TRANSFER', '-50.00', 'remittance'],
  ['1000000006', '2026-01-06', 'APPLE CASH', 'TRANSFER', '-50.00', 'app'],
  ['1000000002', '2026-08-16', 'QX ACCT', 'EXT TRNSFR', '-90.00', 'unknown'],
  ['1000000003', '2026-08-16', 'NOVA TRADE', 'PAYMENT', '-33.00', 'nothing known'],
];

const isDebit = ([, , , , amount]: (typeof ROWS)[number]) => amount.startsWith('-');
const cents = ([, , , , amount]: (typeof ROWS)[number]) => parseCents(amount.replace('-', ''));
const isIn =
  ({ firstDay, lastDay }: ReportScope['period']) =>
  ([, day]: (typeof ROWS)[number]) =>
    day >= firstDay && day <= lastDay;
const sumOf = (rows: readonly (typeof ROWS)[number][]) => rows.reduce((sum, row) => sum + cents(row), 0);
const rowsOf = (...kinds: string[]) => ROWS.filter(([, , , , , is]) => kinds.includes(is)).filter(isIn(PERIOD));

const toEntry = ([account, day, company, description, amount]: (typeof ROWS)[number]): Partial<TestEntry> => ({
  account,
  day,
  company,
  description,
  amount: amount.replace('-', ''),
  type: amount.startsWith('-') ? 'Debit' : 'Credit',
  code: amount.startsWith('-') ? '27' : '22',
});

let ledger: RolledLedger;
beforeAll(async () => {
  ledger = await RolledLedger.start();
  await ledger.import(ROWS.map(toEntry), AS_OF);
});
afterAll(() => ledger.stop());

describe('transfers in reports', () => {
  const ROUTES: TransferRoute[] = ['bank', 'app', 'crypto', 'remittance', 'unknown'];

  test('transfers in a report exclude card and loan payments and merchant settlements from any company', async () => {
    const { companies } = await queryTransfers(ledger.facts, SCOPE);
    const moved = rowsOf(...ROUTES);
    expect(companies.reduce((sum, { outCents }) => sum + outCents, 0)).toBe(sumOf(moved.filter(isDebit)));
    expect(companies.reduce((sum, { inCents }) => sum + inCents, 0)).toBe(sumOf(moved.filter((row) => !isDebit(row))));
    expect(companies.map(({ company }) => company)).not.toContain('STRIPE');
    expect(companies.find(({ company }) => company === 'SYNCHRONY BANK')).toMatchObject({
      route: 'bank',
      outCents: 45_000,
    });
    expect(companies.find(({ company }) => company === 'NORTHSTAR BANK')).toMatchObject({
      route: 'bank',
      outCents: 70_000,
      inCents: 0,
      outBeforeCents: 10_000,
    });
  });

  test('transfers in a report are grouped by route, with Wise as an app and unrecognized ones as unknown', async () => {
    const { companies } = await queryTransfers(ledger.facts, SCOPE);
    const byRoute = Map.groupBy(companies, ({ route }) => route);
    for (const route of ROUTES)
      expect([route, (byRoute.get(route) ?? []).reduce((sum, { outCents }) => sum + outCents, 0)]).toEqual([
        route,
        sumOf(rowsOf(route).filter(isDebit)),
      ]);
    expect(companies.find(({ company }) => company === 'WISE US INC')?.route).toBe('app');
    expect(companies.find(({ company }) => company === 'QX ACCT')?.route).toBe('unknown');
  });

  test('transfers in a report include bank transfers without a purpose and unknown transfers by name', async () => {
    const { unclassified } = await queryTransfers(ledger.facts, SCOPE);
    expect(unclassified.institutions).toEqual({ outCents: 6_400, inCents: 0 });
    expect(unclassified.unknown).toEqual({ outCents: sumOf(rowsOf('nothing known')), inCents: 0 });
  });

  test('the senders in a report are ranked only by their transfers', async () => {
    const { senders } = await queryTransfers(ledger.facts, SCOPE);
    const sent = Map.groupBy(rowsOf(...ROUTES).filter(isDebit), ([account]) => account);
    expect(senders.map(({ member, outCents }) => [member.accountNumber, outCents])).toEqual(
      [...sent].map(([account, rows]) => [account, sumOf(rows)] as const).toSorted((left, right) => right[1] - left[1]),
    );
  });

  test('a first use of a transfer route counts only if the route was never used before, even through former companies', async () => {
    const { firstUse } = await queryTransfers(ledger.facts, SCOPE);
    const first = new Map<string, string>();
    for (const [account, day, , , , is] of ROWS.toSorted((a, b) => (a[1] < b[1] ? -1 : 1)))
      if (is === 'app' && !first.has(account)) first.set(account, day);
    const now = [...first.values()].filter((day) => day >= PERIOD.firstDay).length;
    expect(now).toBe(4);
    expect(firstUse.find(({ route }) => route === 'app')).toEqual({ route: 'app', now, before: 0 });
  });

  test('the external transfers report states unknown counterparty types and leaves out merchant settlements', async () => {
    const { document } = await REPORT_DEFINITIONS.external_transfers_analysis.write(ledger.facts, SCOPE);
    const text = JSON.stringify(document);
    expect(text).toContain('Counterparty type unknown');
    expect(text).not.toContain('STRIPE');
  });
});

describe('lenders in reports', () => {
  test('lenders are all companies that collect card and loan payments, by entry purpose, except schools', async () => {
    const { lenders } = await queryLending(ledger.facts, SCOPE);
    const KINDS = ['credit card', 'auto loan', 'mortgage', 'payday loan', 'loan, type unknown'];
    const repaid = rowsOf(...KINDS);
    expect(lenders.reduce((sum, { nowCents }) => sum + nowCents, 0)).toBe(sumOf(repaid));
    expect(lenders.map(({ company, kind, nowCents }) => [company, kind, nowCents])).toEqual(
      [...Map.groupBy(repaid, ([, , company, , , is]) => `${company}|${is}`)]
        .map(([key, rows]) => [...key.split('|'), sumOf(rows)])
        .toSorted((left, right) => Number(right[2]) - Number(left[2])),
    );
    expect(lenders.find(({ company }) => company === 'CHASE CREDIT CRD')?.beforeCents).toBe(7_740);
  });

  test('new payday lenders count only for members who never paid one before', async () => {
    expect((await queryLending(ledger.facts, SCOPE)).newToPayday).toBe(1);
  });
});
