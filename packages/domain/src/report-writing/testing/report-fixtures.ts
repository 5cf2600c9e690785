import type { AlertGroup, Alerts, AlertWorkload, ReportedAlert } from '../sections/alert-facts.ts';
import type { MemberFigures } from '../sections/member-figures.ts';
import type { HighRiskMember, MemberRisk } from '../sections/member-risk-sections.ts';
import type { Membership } from '../sections/membership-sections.ts';
import type { Flows, FlowTotals } from '../sections/money-flow-sections.ts';
import type { Returns } from '../sections/return-sections.ts';
import type { CompanyChanges, Contributions, Contributor } from '../sections/what-changed-section.ts';

export const NO_ALERT_WORKLOAD: AlertWorkload = {
  waiting: [],
  reportableAlerts: 0,
  reportable: [],
  nextReportable: null,
  overdueAlerts: 0,
  daysToReview: null,
};
export const NO_CONTRIBUTORS = { largest: [], others: 0 };
export const NO_COMPANY_CHANGES: CompanyChanges = { stoppedPaying: [], beganCollecting: [] };

/** A member with $4,000.00 in and $1,000.00 out per month, equal to the usual month. */
export function memberFigures(name: string, change: Partial<MemberFigures> = {}): MemberFigures {
  return {
    member: { accountNumber: `10000${name.length}0001`, name },
    incomeCents: 400_000,
    billsCents: 100_000,
    risk: 'low',
    firstDay: '2026-01-05',
    lastDay: '2026-08-28',
    normal: { creditCents: 400_000, debitCents: 100_000, months: 6 },
    recentCreditCents: 400_000,
    recentDebitCents: 100_000,
    now: { creditCents: 400_000, debitCents: 100_000 },
    before: { creditCents: 400_000, debitCents: 100_000 },
    openHigh: 0,
    openMedium: 0,
    mainSource: { company: 'RIVERTON SCHOOLS', cents: 3_000_000 },
    ...change,
  };
}

const NONE = { members: 0, creditCents: 0, debitCents: 0 };
/** Two open high-risk alerts and one medium-risk alert. */
const ANA: HighRiskMember = {
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

/** No members above low risk or with bills above income. */
export const NO_RISK = someMemberRisk({
  levels: { high: NONE, medium: NONE, low: { members: 200, creditCents: 1, debitCents: 1 } },
  alerted: { now: 0, before: 0, firstTime: 0 },
  categories: [],
  watched: [],
  watchedAlertIds: [],
  strain: { withIncome: 0, over: 0, close: 0, first: [] },
});

/** Ten more active members than before: 20 new, 15 returned, 25 went quiet. */
export const SOME_MEMBERS: Membership = {
  active: 110,
  activeBefore: 100,
  newMembers: 20,
  newMembersBefore: 16,
  returned: 15,
  quiet: 25,
  arrivedCents: 600_000,
  quietCents: 1_000_000,
  arrivedThrough: [
    { company: 'SSA TREAS 310', members: 9 },
    { company: 'RIVERTON SCHOOLS', members: 4 },
  ],
  quietThrough: [{ company: 'HARBOR MOTORS', members: 6 }],
  quietFirst: [
    {
      member: { accountNumber: '1000000001', name: 'Ana Sample' },
      creditCents: 400_000,
      lastDay: '2026-07-30',
      monthsActive: 7,
    },
    {
      member: { accountNumber: '2000000002', name: 'Ben Low' },
      creditCents: 900_000,
      lastDay: '2026-07-03',
      monthsActive: 1,
    },
  ],
  months: [
    { month: '2026-07', active: 100, newMembers: 16 },
    { month: '2026-08', active: 110, newMembers: 20 },
  ],
};
/** A ledger without member activity. */
export const NO_MEMBERS: Membership = {
  active: 0,
  activeBefore: 0,
  newMembers: 0,
  newMembersBefore: 0,
  returned: 0,
  quiet: 0,
  arrivedCents: 0,
  quietCents: 0,
  arrivedThrough: [],
  quietThrough: [],
  quietFirst: [],
  months: [],
};

export const NO_TOTALS: FlowTotals = {
  creditCents: 0,
  debitCents: 0,
  credits: 0,
  debits: 0,
  entries: 0,
  activeAccounts: 0,
};

/** $120,000.00 in and $40,000.00 out; previously $100,000.00 and $50,000.00. */
export function someFlows(change: Partial<Flows> = {}): Flows {
  return {
    now: {
      creditCents: 12_000_000,
      debitCents: 4_000_000,
      credits: 100,
      debits: 200,
      entries: 310,
      activeAccounts: 90,
    },
    before: {
      creditCents: 10_000_000,
      debitCents: 5_000_000,
      credits: 80,
      debits: 200,
      entries: 280,
      activeAccounts: 90,
    },
    months: [
      { month: '2026-07', creditCents: 10_000_000, debitCents: 5_000_000, credits: 80, debits: 200 },
      { month: '2026-08', creditCents: 12_000_000, debitCents: 4_000_000, credits: 100, debits: 200 },
    ],
    undated: 0,
    ...change,
  };
}

export const NO_FLOWS: Flows = { now: NO_TOTALS, before: NO_TOTALS, months: [], undated: 0 };

export function aContributor(
  name: string,
  nowCents: number,
  beforeCents: number,
  change: Partial<Contributor> = {},
): Contributor {
  return {
    name,
    accountNumber: null,
    nowCents,
    beforeCents,
    nowEntries: nowCents === 0 ? 0 : 5,
    beforeEntries: beforeCents === 0 ? 0 : 5,
    nowDays: nowCents === 0 ? 0 : 3,
    beforeDays: beforeCents === 0 ? 0 : 3,
    ...change,
  };
}

export const NO_CONTRIBUTIONS: Contributions = {
  credits: { companies: NO_CONTRIBUTORS, members: NO_CONTRIBUTORS, classes: NO_CONTRIBUTORS },
  debits: { companies: NO_CONTRIBUTORS, members: NO_CONTRIBUTORS, classes: NO_CONTRIBUTORS },
};

/** ACME PAYROLL paid $15,000.00 more and OLD MILL $5,000.00 less. */
export function someContributions(): Contributions {
  return {
    credits: {
      companies: {
        largest: [aContributor('ACME PAYROLL', 9_500_000, 8_000_000), aContributor('OLD MILL', 0, 500_000)],
        others: 7,
      },
      members: {
        largest: [aContributor('Ana Sample', 900_000, 100_000, { accountNumber: '1000000001' })],
        others: 3,
      },
      classes: { largest: [aContributor('PPD', 11_000_000, 9_000_000)], others: 0 },
    },
    debits: {
      companies: { largest: [aContributor('CITY POWER', 1_000_000, 2_000_000)], others: 0 },
      members: NO_CONTRIBUTORS,
      classes: NO_CONTRIBUTORS,
    },
  };
}

export function anAlert(change: Partial<ReportedAlert> = {}): ReportedAlert {
  return {
    id: 37,
    activityType: 'test_then_large',
    riskLevel: 'high',
    reviewed: false,
    outcome: null,
    memberName: 'Ruth Miller',
    accountNumber: '2000000002',
    amountCents: 215_029,
    day: '2026-08-12',
    ...change,
  };
}

export function aGroup(alerts: number, change: Partial<AlertGroup> = {}): AlertGroup {
  return {
    activityType: 'structuring',
    riskLevel: 'medium',
    reviewed: false,
    outcome: null,
    alerts,
    ...change,
  };
}

/** One high-risk and two medium-risk alerts, one of them reviewed; four in the previous period. */
export function someAlerts(change: Partial<Alerts> = {}): Alerts {
  return {
    groups: [
      aGroup(1, { activityType: 'test_then_large', riskLevel: 'high' }),
      aGroup(1),
      aGroup(1, { reviewed: true, outcome: 'explained' }),
    ],
    before: [aGroup(4)],
    serious: [
      anAlert(),
      anAlert({
        id: 12,
        activityType: 'structuring',
        riskLevel: 'medium',
        memberName: 'Ana Sample',
        amountCents: 2_850_000,
      }),
    ],
    open: { alerts: 2, high: 1, oldestDay: '2026-08-03' },
    ...change,
  };
}

export const NO_ALERTS: Alerts = {
  groups: [],
  before: [],
  serious: [],
  open: { alerts: 0, high: 0, oldestDay: null },
};

export const NO_RETURNS: Returns = { now: [], before: [], companies: [] };

/** Four of 200 debits were returned, three as unauthorized; BAD DEBITS is above the Nacha level. */
export function someReturns(): Returns {
  return {
    now: [
      { code: 'R10', returns: 3 },
      { code: 'R01', returns: 1 },
    ],
    before: [{ code: 'R01', returns: 2 }],
    companies: [
      { company: 'BAD DEBITS', tally: { debits: 20, unauthorized: 3, administrative: 0, all: 3 } },
      { company: 'CITY POWER', tally: { debits: 400, unauthorized: 0, administrative: 0, all: 1 } },
    ],
  };
}

export const SOME_CHANGES: CompanyChanges = {
  stoppedPaying: [{ company: 'OLD MILL', cents: 500_000, entries: 5, members: 4 }],
  beganCollecting: [{ company: 'NEW DEBITS', cents: 90_000, entries: 9, members: 9 }],
};
