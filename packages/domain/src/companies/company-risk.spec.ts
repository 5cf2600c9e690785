import { addDays } from '../calendar/day.ts';
import { type CompanyFacts, companyRisk } from './company-risk.ts';

const AS_OF = '2026-06-30';
const anOrdinaryBiller: CompanyFacts = {
  companyKey: 'CITY WATER UTILITY',
  describedKind: null,
  asOf: AS_OF,
  ledgerFirstDay: '2024-01-02',
  firstDay: '2024-01-05',
  members: 400,
  debitedAccounts: 400,
  debitedAtOnce: 40,
  returns: { debits: 800, unauthorized: 0, administrative: 2, all: 9 },
  membersInHighAlerts: 0,
  internationalEntries: 0,
  debits: 1200,
  weekendDebits: 0,
  ledgerWeekendShare: 0,
  amounts: { peakCents: 21_000, volumeCents: 9_600_000, transactions: 1200 },
};
const riskOf = (facts: Partial<CompanyFacts>) => {
  const { riskLevel, flags } = companyRisk({ ...anOrdinaryBiller, ...facts });
  return [riskLevel, ...flags.map(({ sentence }) => sentence)];
};
const returning = (counts: Partial<CompanyFacts['returns']>) => ({
  returns: { debits: 1000, unauthorized: 0, administrative: 0, all: 0, ...counts },
});

describe('risk levels', () => {
  it('company risk is low for an ordinary biller without flags', () => {
    expect(riskOf({})).toEqual(['low']);
  });

  it('company risk is high with at least three unauthorized returns above half a percent', () => {
    expect(riskOf(returning({ unauthorized: 18, all: 18 }))).toEqual([
      'high',
      'Unauthorized return rate 1.8% (limit 0.5%)',
    ]);
    expect(riskOf(returning({ unauthorized: 5, all: 5 }))).toEqual(['low']);
    expect(riskOf(returning({ debits: 300, unauthorized: 2, all: 2 }))).toEqual(['low']);
  });

  it('company risk is high with two unauthorized returns that make up a tenth of the debits', () => {
    const few = returning({ debits: 20, unauthorized: 2, all: 2 });
    expect(riskOf(few)).toEqual(['high', 'Unauthorized return rate 10.0% (limit 0.5%)']);
    expect(riskOf(returning({ debits: 21, unauthorized: 2, all: 2 }))).toEqual(['low']);
    expect(riskOf(returning({ debits: 1, unauthorized: 1, all: 1 }))).toEqual(['low']);
  });

  it('company risk is medium with administrative returns above 3% and with all returns above 15%', () => {
    expect(riskOf(returning({ administrative: 31, all: 31 }))).toEqual([
      'medium',
      'Administrative return rate above 3% (3.1%)',
    ]);
    expect(riskOf(returning({ debits: 100, all: 18 }))).toEqual(['medium', 'Overall return rate above 15% (18.0%)']);
    expect(riskOf(returning({ debits: 10, administrative: 4, all: 4 }))).toEqual(['low']);
  });

  it('company risk is high for a spray of debits in the last 90 days, and the company is flagged as new', () => {
    const spray = { debitedAccounts: 12, debitedAtOnce: 12, members: 12 };
    expect(riskOf({ ...spray, firstDay: '2026-06-10' })).toEqual([
      'high',
      'Debited 12 accounts within 3 days of first appearing',
      'New originator, many members at once (12 since 2026-06-10)',
    ]);
    expect(riskOf({ ...spray, firstDay: addDays(AS_OF, -89) })[0]).toBe('high');
    expect(riskOf({ ...spray, firstDay: addDays(AS_OF, -90) })).toEqual(['low']);
  });

  it('company risk is medium for 60 days when a new originator has five members', () => {
    const newcomer = { debitedAccounts: 0, debitedAtOnce: 0, members: 5 };
    const firstDay = addDays(AS_OF, -59);
    const sentence = `New originator, many members at once (5 since ${firstDay})`;
    expect(riskOf({ ...newcomer, firstDay })).toEqual(['medium', sentence]);
    expect(riskOf({ ...newcomer, firstDay: addDays(AS_OF, -60) })).toEqual(['low']);
    expect(riskOf({ ...newcomer, firstDay, members: 4 })).toEqual(['low']);
  });

  it('no company is flagged as new in the first days of a ledger', () => {
    const everyone = { ledgerFirstDay: '2026-06-01', firstDay: '2026-06-10', debitedAtOnce: 400 };
    expect(riskOf(everyone)).toEqual(['low']);
  });

  it('company risk is high when three members have high alerts with the company', () => {
    expect(riskOf({ membersInHighAlerts: 3, members: 30 })).toEqual(['high', 'In high-risk alerts for 3 members']);
    expect(riskOf({ membersInHighAlerts: 2, members: 2 })).toEqual(['low']);
    // Less than a tenth of its members. Otherwise, every supermarket would be high-risk.
    expect(riskOf({ membersInHighAlerts: 30, members: 301 })).toEqual(['low']);
  });

  it('company risk is medium in a high-risk line of business and with international entries', () => {
    expect(riskOf({ companyKey: 'COINBASE' })).toEqual(['medium', 'High-risk line of business (cryptocurrency)']);
    const described = { describedKind: 'gambling' } as const;
    expect(riskOf({ companyKey: 'BETARENA SPORTS', ...described })).toEqual([
      'medium',
      'High-risk line of business (gambling)',
    ]);
    expect(riskOf(described)).toEqual(['low']);
    expect(riskOf({ internationalEntries: 1 })).toEqual(['medium', 'International entries (IAT)']);
  });

  it('company risk is medium when most debits have weekend dates, unless the institution posts on weekends', () => {
    const onWeekends = { debits: 10, weekendDebits: 7 };
    expect(riskOf(onWeekends)).toEqual(['medium', 'Debits mostly on weekends (70.0%)']);
    expect(riskOf({ debits: 10, weekendDebits: 5 })).toEqual(['low']);
    expect(riskOf({ debits: 1000, weekendDebits: 501 })[1]).toBe('Debits mostly on weekends (50.1%)');
    expect(riskOf({ debits: 5, weekendDebits: 5 })[0]).toBe('medium');
    expect(riskOf({ debits: 4, weekendDebits: 4 })).toEqual(['low']);
    expect(riskOf({ ...onWeekends, ledgerWeekendShare: 0.05 })[0]).toBe('medium');
    expect(riskOf({ ...onWeekends, ledgerWeekendShare: 0.06 })).toEqual(['low']);
    expect(riskOf({ debits: 0, weekendDebits: 0 })).toEqual(['low']);
  });

  it('company risk stays low with one unusually large transaction, but the company is flagged', () => {
    const amounts = { peakCents: 60_000, volumeCents: 1_000_000, transactions: 100 };
    expect(riskOf({ amounts })).toEqual(['low', 'Peak transaction 6x average']);
    expect(riskOf({ amounts: { ...amounts, peakCents: 56_000 } })[1]).toBe('Peak transaction 6x average');
    const among = (transactions: number) =>
      riskOf({ amounts: { peakCents: 60_000, volumeCents: 10_000 * transactions, transactions } });
    expect(among(20)).toEqual(['low', 'Peak transaction 6x average']);
    expect(among(19)).toEqual(['low']);
    expect(riskOf({ amounts: { ...amounts, peakCents: 50_000 } })).toEqual(['low', 'Peak transaction 5x average']);
    expect(riskOf({ amounts: { ...amounts, peakCents: 49_999 } })).toEqual(['low']);
  });

  it('company risk is that of the most severe flag, which is listed first', () => {
    const { riskLevel, flags } = companyRisk({
      ...anOrdinaryBiller,
      companyKey: 'PAYDAY CENTER',
      returns: { debits: 100, unauthorized: 4, administrative: 5, all: 30 },
      members: 40,
      membersInHighAlerts: 4,
      amounts: { peakCents: 90_000, volumeCents: 1_000_000, transactions: 100 },
    });
    expect(riskLevel).toBe('high');
    expect(flags.map((flag) => flag.riskLevel)).toEqual(['high', 'high', 'medium', 'medium', 'medium', 'low']);
  });

  it('company risk uses the remaining facts when entries have no dates', () => {
    expect(riskOf({ firstDay: null, members: 50, debitedAtOnce: 50 })).toEqual(['low']);
  });
});
