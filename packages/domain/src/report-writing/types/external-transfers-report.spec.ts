import type { TransferCompany, TransferSender, Transfers } from '../sections/transfer-sections.ts';
import { composeReport, malformedSentences, reportScope, unverifiedStatements } from '../testing/compose-report.ts';
import { someFlows } from '../testing/report-fixtures.ts';
import { type ExternalTransfersData, externalTransfersAnalysis } from './external-transfers-report.ts';

const company = (name: string, change: Partial<TransferCompany>): TransferCompany => ({
  company: name,
  route: 'bank',
  outCents: 0,
  inCents: 0,
  outBeforeCents: 0,
  inBeforeCents: 0,
  ...change,
});

const ANA: TransferSender = {
  member: { accountNumber: '1000000001', name: 'Ana Sample' },
  outCents: 500_000,
  outBeforeCents: 100_000,
  inCents: 0,
  mostTo: 'COINBAY CRYPTO',
};

const NOTHING = { outCents: 0, inCents: 0 };

const NONE: Transfers = {
  companies: [],
  unclassified: { institutions: NOTHING, unknown: NOTHING },
  firstUse: [],
  senders: [],
  changed: [],
  international: { entries: 0, entriesBefore: 0, inCents: 0, outCents: 0, members: 0 },
};

const TRANSFERS: Transfers = {
  companies: [
    company('COINBAY CRYPTO', { route: 'crypto', outCents: 500_000, outBeforeCents: 100_000 }),
    company('NORTHSTAR BANK', { outCents: 300_000, inCents: 100_000, outBeforeCents: 400_000 }),
    company('VENMO', { route: 'app', outCents: 10_000, inCents: 20_000, outBeforeCents: 10_000 }),
  ],
  unclassified: {
    institutions: { outCents: 6_400, inCents: 0 },
    unknown: { outCents: 3_300, inCents: 1_250 },
  },
  firstUse: [{ route: 'crypto', now: 2, before: 0 }],
  senders: [ANA],
  changed: [ANA],
  international: { entries: 1, entriesBefore: 0, inCents: 72_649, outCents: 0, members: 1 },
};

function some(change: Partial<ExternalTransfersData> = {}): ExternalTransfersData {
  return {
    flows: someFlows(),
    transfers: TRANSFERS,
    alerts: [
      {
        id: 7,
        activityType: 'mule_activity',
        riskLevel: 'high',
        reviewed: false,
        outcome: null,
        memberName: 'Ana Sample',
        accountNumber: '1000000001',
        amountCents: 500_000,
        day: '2026-08-03',
      },
    ],
    ...change,
  };
}

const write = (data: ExternalTransfersData, scope = reportScope()) =>
  composeReport(externalTransfersAnalysis, data, scope);

describe('external transfers analysis', () => {
  test('an external transfers analysis opens with transfers out and in, their share of all money, and their change', () => {
    expect(write(some()).headline).toBe(
      'Transfers out rose 58.8% to $8,100 (20.3% of all debits); transfers in rose from none to $1,200 ' +
        '(1.0% of all credits). The net outflow was $6,900.',
    );
  });

  test('an external transfers analysis names the companies and the member responsible for the change', () => {
    expect(write(some()).prose('What changed, and why')).toBe(
      '$3,000 more went out than in the previous period, mostly through COINBAY CRYPTO (up $4,000), partly offset by ' +
        'NORTHSTAR BANK (down $1,000). A single member, Ana Sample (***0001), sent $4,000 more.',
    );
    expect(
      write(some())
        .rows('What changed, and why')
        .map((row) => row.slice(0, 5)),
    ).toEqual([
      ['COINBAY CRYPTO', 'Cryptocurrency exchanges', '$5,000.00', '$1,000.00', '$4,000.00'],
      ['NORTHSTAR BANK', 'Other banks and brokers', '$3,000.00', '$4,000.00', '-$1,000.00'],
    ]);
  });

  test('an external transfers analysis totals transfers by channel', () => {
    expect(write(some()).rows('Money to and from other institutions')).toEqual([
      ['Other banks and brokers', '$3,000.00', '$4,000.00', '-25.0%', '$1,000.00', '$0.00', '–'],
      ['Payment apps and wallets', '$100.00', '$100.00', '0.0%', '$200.00', '$0.00', '–'],
      ['Cryptocurrency exchanges', '$5,000.00', '$1,000.00', '400.0%', '$0.00', '$0.00', '–'],
    ]);
  });

  test('an external transfers analysis recommends actions with a responsible team and a reason', () => {
    expect(write(some()).prose('Recommended actions').split('\n')).toEqual([
      'Fraud analysts: review alert 7 (possible pattern: Mule Activity; Ana Sample, $5,000, Aug 3, 2026); its entries include transfers.',
      'Fraud analysts: review Ana Sample (***0001), who sent $5,000, up from $1,000 in the previous period, mostly to COINBAY CRYPTO; confirm that the member authorized it.',
      'Member services: call the 2 members who used a cryptocurrency exchange for the first time; scams that talk members into making payments often start this way.',
      'Compliance: confirm that the international entry was screened for sanctions before posting, as required for IAT entries.',
      'Management: compare the credit union’s savings rates with those of NORTHSTAR BANK, which received $2,000 more from members than it sent back.',
    ]);
  });

  test('an external transfers analysis makes no comparison with days before the ledger begins', () => {
    const report = write(some(), reportScope({ firstDay: '2026-08-01' }));
    expect(report.headline).toBe(
      'Transfers out came to $8,100 (20.3% of all debits); transfers in came to $1,200 (1.0% of all credits). ' +
        'The net outflow was $6,900.',
    );
    expect(report.titles).not.toContain('First use');
    expect(report.rows('Largest companies')[0]).toEqual([
      'COINBAY CRYPTO',
      'Cryptocurrency exchanges',
      '$5,000.00',
      '$0.00',
    ]);
    expect(report.prose('Recommended actions')).not.toMatch(/previous period|first time/);
  });

  test('an external transfers analysis states the amounts that could not be classified', () => {
    expect(write(some()).prose('Money to and from other institutions')).toContain(
      'Entries from banks and brokers without a stated purpose are not counted as transfers: $64.00 out and $0.00 in. ' +
        'Entries with an unknown counterparty type and purpose are not counted as transfers: $33.00 out and $12.50 in.',
    );
  });

  test('an external transfers analysis contains only actions and data limits when there are no transfers', () => {
    const report = write(some({ transfers: NONE, alerts: [] }));
    expect(report.headline).toBe('No money moved between members and other banks, payment apps or exchanges.');
    expect(report.titles).toEqual(['Recommended actions', 'Method and limits']);
  });

  test.each([
    ['as usual', some(), reportScope()],
    ['without a comparison', some(), reportScope({ firstDay: '2026-08-01' })],
    ['without transfers', some({ transfers: NONE, alerts: [] }), reportScope()],
  ])('an external transfers analysis binds every figure to a fact: %s', (_which, data, scope) => {
    const report = write(data, scope);
    expect(unverifiedStatements(report)).toEqual([]);
    expect(malformedSentences(report)).toEqual([]);
  });
});
