import { someFlows } from '../../testing/some-topics.ts';
import { anAsked, illFormed, ungrounded, written } from '../../testing/written.ts';
import type { MemberRisk, WatchedMember } from '../../topics/member-risk/member-risk.ts';
import { memberRiskAnalysis } from './member-risk-analysis.ts';

const NONE = { members: 0, creditCents: 0, debitCents: 0 };
const ANA: WatchedMember = {
  member: { accountNumber: '1000000001', name: 'Ana Sample' },
  openHigh: 2,
  openMedium: 1,
  largest: { alertId: 7, activityType: 'structuring', amountCents: 950_000, day: '2026-08-03' },
  creditCents: 1_200_000,
  debitCents: 30_000,
};

function some(change: Partial<MemberRisk> = {}): MemberRisk {
  return {
    members: 200,
    levels: {
      high: { members: 3, creditCents: 1_500_000, debitCents: 40_000 },
      medium: { members: 1, creditCents: 20_000, debitCents: 0 },
      low: { members: 196, creditCents: 90_000_000, debitCents: 60_000_000 },
    },
    alerted: { now: 4, before: 2, firstTime: 3 },
    categories: [
      { category: 'Structuring', now: 3, before: 0 },
      { category: 'Unauthorized ACH', now: 1, before: 2 },
    ],
    watched: [ANA],
    watchedAlertIds: [7, 9],
    strain: {
      withIncome: 150,
      over: 1,
      close: 4,
      first: [
        {
          member: { accountNumber: '2000000002', name: 'Ben Low' },
          incomeCents: 100_000,
          billsCents: 150_000,
        },
      ],
    },
    ...change,
  };
}

const QUIET = some({
  levels: { high: NONE, medium: NONE, low: { members: 200, creditCents: 1, debitCents: 1 } },
  alerted: { now: 0, before: 0, firstTime: 0 },
  categories: [],
  watched: [],
  watchedAlertIds: [],
  strain: { withIncome: 0, over: 0, close: 0, first: [] },
});

const write = (data: MemberRisk, asked = anAsked()) =>
  written(memberRiskAnalysis, { flows: someFlows(), risk: data }, asked);

describe('a member risk analysis', () => {
  test('says first how many are at risk and who comes first', () => {
    expect(write(some()).headline).toBe(
      'Of 200 members, 3 are at high risk and 1 at medium as of Aug 31, 2026. Ana Sample (***0001) comes first: ' +
        '2 open high alerts, the largest for possible Structuring over $9,500.00.',
    );
  });

  test('says what alerts are more and fewer than before, and for whom they are the first', () => {
    expect(write(some()).prose('What changed')).toBe(
      'Alerts of high or medium risk concern 4 members in the period, up from 2. For 3 of them it is the first such ' +
        'alert. More members than before have alerts of Structuring (3 after 0). Fewer have alerts of Unauthorized ' +
        'ACH (1 after 2).',
    );
  });

  test('compares nothing with a time that the ledger does not hold', () => {
    const report = write(some(), anAsked({ firstDay: '2026-08-01' }));
    expect(report.prose('What changed')).toBe(
      'Alerts of high or medium risk concern 4 members in the period. For 3 of them it is the first such alert.',
    );
    expect(report.rows('What changed')).toEqual([
      ['Structuring', '3'],
      ['Unauthorized ACH', '1'],
    ]);
  });

  test('lists whom to look at with their alerts, and who falls short', () => {
    const report = write(some());
    expect(report.rows('Members to look at first')).toEqual([
      ['Ana Sample', '***0001', '2', '1', 'Structuring', '$9,500.00', 'Aug 3, 2026', '$12,000.00', '$300.00'],
    ]);
    expect(report.document.sections[0]?.blocks.at(-1)).toEqual({ kind: 'alerts', alertIds: [7, 9] });
    expect(report.rows('Bills above income')).toEqual([
      ['Ben Low', '***0002', '$1,000.00', '$1,500.00', '$500.00'],
    ]);
    expect(report.rows('Risk across members')[0]).toEqual(['High', '3', '1.5 %', '$15,000.00', '$400.00']);
  });

  test('names what to do with figures and reasons', () => {
    expect(write(some()).prose('Recommended actions').split('\n')).toEqual([
      'Fraud analysts: review Ana Sample (***0001): 2 open high alerts, first the alert for possible Structuring over $9,500.00 of Aug 3, 2026.',
      'Fraud analysts: then the other 2 members at high risk, in the order of the list.',
      'Fraud analysts: work the open alerts of the member at medium risk, which goes back to low, or up, once they are decided.',
      'Member services: offer the members whose bills are above their income (1) a conversation about their budget, beginning with those listed.',
    ]);
  });

  test('is short where nobody is at risk', () => {
    const report = write(QUIET);
    expect(report.headline).toBe('None of the 200 members is above low risk as of Aug 31, 2026.');
    expect(report.titles).toEqual(['Risk across members', 'Recommended actions', 'Method and limits']);
    expect(report.prose('Recommended actions')).toBe(
      'Nothing in the figures of this period calls for action.',
    );
  });

  test.each([
    ['as usual', some()],
    ['quiet', QUIET],
  ])('states nothing that is no fact, %s', (_which, data) => {
    const report = write(data);
    expect(ungrounded(report)).toEqual([]);
    expect(illFormed(report)).toEqual([]);
  });
});
