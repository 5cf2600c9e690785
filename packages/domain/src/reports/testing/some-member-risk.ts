import type { MemberRisk, WatchedMember } from '../topics/member-risk/member-risk.ts';

const NONE = { members: 0, creditCents: 0, debitCents: 0 };
/** Two open high alerts and a medium one. */
const ANA: WatchedMember = {
  member: { accountNumber: '1000000001', name: 'Ana Sample' },
  openHigh: 2,
  openMedium: 1,
  largest: { alertId: 7, activityType: 'structuring', amountCents: 950_000, day: '2026-08-03' },
  creditCents: 1_200_000,
  debitCents: 30_000,
};

/** Three of 200 members at high risk. */
export function someMemberRisk(change: Partial<MemberRisk> = {}): MemberRisk {
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

/** Nobody above low risk, nobody short of money. */
export const NO_RISK = someMemberRisk({
  levels: { high: NONE, medium: NONE, low: { members: 200, creditCents: 1, debitCents: 1 } },
  alerted: { now: 0, before: 0, firstTime: 0 },
  categories: [],
  watched: [],
  watchedAlertIds: [],
  strain: { withIncome: 0, over: 0, close: 0, first: [] },
});
