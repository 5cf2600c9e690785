import type { AlertGroup, Alerts, NotedAlert } from '../topics/alerts.ts';
import type { CompanyChanges } from '../topics/company-changes.ts';
import { type Contributions, type Mover, NO_MOVERS } from '../topics/contributions.ts';
import type { Flows, FlowTotals } from '../topics/flows.ts';
import type { Returns } from '../topics/returns.ts';

export const NO_TOTALS: FlowTotals = {
  creditCents: 0,
  debitCents: 0,
  credits: 0,
  debits: 0,
  entries: 0,
  activeAccounts: 0,
};

/** $120,000.00 in and $40,000.00 out, after $100,000.00 and $50,000.00. */
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

export function aMover(
  name: string,
  nowCents: number,
  beforeCents: number,
  change: Partial<Mover> = {},
): Mover {
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
  credits: { companies: NO_MOVERS, members: NO_MOVERS, classes: NO_MOVERS },
  debits: { companies: NO_MOVERS, members: NO_MOVERS, classes: NO_MOVERS },
};

/** ACME PAYROLL paid $15,000.00 more and OLD MILL $5,000.00 less. */
export function someContributions(): Contributions {
  return {
    credits: {
      companies: {
        largest: [aMover('ACME PAYROLL', 9_500_000, 8_000_000), aMover('OLD MILL', 0, 500_000)],
        others: 7,
      },
      members: {
        largest: [aMover('Ana Sample', 900_000, 100_000, { accountNumber: '1000000001' })],
        others: 3,
      },
      classes: { largest: [aMover('PPD', 11_000_000, 9_000_000)], others: 0 },
    },
    debits: {
      companies: { largest: [aMover('CITY POWER', 1_000_000, 2_000_000)], others: 0 },
      members: NO_MOVERS,
      classes: NO_MOVERS,
    },
  };
}

export function anAlert(change: Partial<NotedAlert> = {}): NotedAlert {
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

/** One high alert and two medium ones, of which one is reviewed; four before. */
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

/** Four debits of two hundred came back, three of them as unauthorized; BAD DEBITS is above Nacha's level. */
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
