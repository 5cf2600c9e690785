import type { Definition } from './definition.ts';

export const DASHBOARD_DEFINITIONS = {
  asOf: {
    label: 'As of',
    meaning:
      'The day the ledger ends. All periods end with it, so that an old file is not shown as a quiet month.',
    formula:
      'Newest day of an entry (posting, else settlement, else effective date) that is not in the future.',
  },
  totalCredits: {
    label: 'Total Credits',
    meaning:
      'Money that came into members’ accounts. Returns, prenotes and notices move no money and do not count.',
    formula: 'Sum of all credits of the period, which ends with the day the ledger ends.',
  },
  totalDebits: {
    label: 'Total Debits',
    meaning:
      'Money that went out of members’ accounts. Returns, prenotes and notices move no money and do not count.',
    formula: 'Sum of all debits of the period, which ends with the day the ledger ends.',
  },
  activeMembers: {
    label: 'Active Members',
    meaning: 'Accounts with money in or out during the period.',
    formula: 'Number of accounts with at least one credit or debit in the period.',
  },
  change: {
    label: 'Change',
    meaning: 'How the figure compares with the period of the same length just before.',
    formula: '100 x (this period / the one before - 1), in percent; 0 when the one before was zero.',
  },
  openAlerts: {
    label: 'Unusual Activity Alerts',
    meaning: 'Alerts that nobody has reviewed yet.',
    formula: 'Number of unreviewed alerts of all risk levels.',
  },
} as const satisfies Record<string, Definition>;
