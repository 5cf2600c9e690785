import * as fc from 'fast-check';
import { addDays } from '../calendar/day.ts';
import { parseCents } from '../money/cents.ts';
import { incomeAndBills, monthlyAverage } from './income-and-bills.ts';
import {
  ACTIVITY_BANDS,
  activityBand,
  INCOME_BANDS,
  incomeBand,
  isActiveThisYear,
  type MemberAlertRisk,
  memberRiskLevel,
} from './member-bands.ts';

const AS_OF = '2026-06-30';

describe('last activity', () => {
  test.each([
    [0, 'recent'],
    [30, 'recent'],
    [31, 'moderate'],
    [90, 'moderate'],
    [91, 'old'],
  ] as const)('last activity %d days ago is %s', (days, band) => {
    expect(activityBand(addDays(AS_OF, -days), AS_OF)).toBe(band);
  });

  test('last activity has the bands of the filter, newest first', () => {
    expect([0, 60, 400].map((days) => activityBand(addDays(AS_OF, -days), AS_OF))).toEqual(ACTIVITY_BANDS);
  });

  test('last activity is old when there is none and recent with a future date', () => {
    expect(activityBand(null, AS_OF)).toBe('old');
    expect(activityBand('2026-07-02', AS_OF)).toBe('recent');
  });

  test('last activity within 365 days makes a member active this year [spec 9.20]', () => {
    expect(isActiveThisYear(addDays(AS_OF, -365), AS_OF)).toBe(true);
    expect(isActiveThisYear(addDays(AS_OF, -366), AS_OF)).toBe(false);
    expect(isActiveThisYear(null, AS_OF)).toBe(false);
  });
});

describe('income bands', () => {
  test.each([
    [0, 'low'],
    [299_999, 'low'],
    [300_000, 'medium'],
    [699_999, 'medium'],
    [700_000, 'high'],
  ] as const)('an income of %d cents a month is %s', (cents, band) => {
    expect(incomeBand(cents)).toBe(band);
  });

  test.each([
    // $2,999.9992 and $2,999.994 a month.
    [3_599_999, '3000.00', 'medium'],
    [3_599_993, '2999.99', 'low'],
  ] as const)('the income band uses the displayed monthly amount: %d cents a year', (yearCents, shown, band) => {
    const { monthlyIncome } = incomeAndBills({ creditCents: yearCents, debitCents: 0, days: 365 });
    expect(monthlyIncome).toBe(shown);
    expect(incomeBand(monthlyAverage(yearCents, 365))).toBe(band);
    expect(incomeBand(parseCents(monthlyIncome))).toBe(band);
  });

  test('income bands match the filter, lowest first', () => {
    expect([0, 500_000, 900_000].map(incomeBand)).toEqual(INCOME_BANDS);
  });

  test('the income band never falls as income rises [spec 5.18]', () => {
    const rank = (cents: number) => INCOME_BANDS.indexOf(incomeBand(cents));
    fc.assert(
      fc.property(fc.nat(1_000_000), fc.nat(1_000_000), (income, raise) => {
        expect(rank(income + raise)).toBeGreaterThanOrEqual(rank(income));
      }),
    );
  });
});

const anAlert = (alert: Partial<MemberAlertRisk>): MemberAlertRisk => ({
  activityType: 'structuring',
  riskLevel: 'high',
  activityDate: '2026-06-01',
  reviewed: false,
  reviewOutcome: null,
  ...alert,
});
const levelOf = (...alerts: Partial<MemberAlertRisk>[]) => memberRiskLevel(alerts.map(anAlert), AS_OF);

describe('member risk', () => {
  it('a member’s risk is low without alerts and with low alerts only', () => {
    expect(levelOf()).toBe('low');
    expect(levelOf({ riskLevel: 'low' })).toBe('low');
  });

  it('a member’s risk is high with an open high alert of the last 90 days, and medium with an older one', () => {
    expect(levelOf({ activityDate: '2026-04-01' })).toBe('high');
    expect(levelOf({ activityDate: '2026-03-31' })).toBe('medium');
  });

  it('a member’s risk is high with open medium alerts in three categories, and medium in two', () => {
    const structuring = { riskLevel: 'medium', activityType: 'structuring' } as const;
    const velocity = { riskLevel: 'medium', activityType: 'velocity_anomaly' } as const;
    const mule = { riskLevel: 'medium', activityType: 'mule_activity' } as const;
    const alsoStructuring = { riskLevel: 'medium', activityType: 'round_amount_structuring' } as const;
    expect(levelOf(structuring, velocity, mule)).toBe('high');
    expect(levelOf(structuring, velocity, alsoStructuring)).toBe('medium');
    expect(levelOf(structuring, velocity, { ...mule, reviewed: true })).toBe('medium');
    // An old high alert does not count as a medium alert.
    const oldMule = { ...mule, riskLevel: 'high', activityDate: '2026-01-01' } as const;
    expect(levelOf(structuring, velocity, oldMule)).toBe('medium');
  });

  it.each([
    ['suspicious', 'medium'],
    ['escalated', 'medium'],
    ['false_positive', 'low'],
    ['explained', 'low'],
    [null, 'low'],
  ] as const)('the risk of a member with a high alert reviewed as %s is %s', (reviewOutcome, level) => {
    expect(levelOf({ reviewed: true, reviewOutcome, activityDate: '2026-02-01' })).toBe(level);
  });

  it('a member’s risk ignores a confirmed alert after 180 days', () => {
    const confirmed = { reviewed: true, reviewOutcome: 'suspicious' } as const;
    expect(levelOf({ ...confirmed, activityDate: '2026-01-01' })).toBe('medium');
    expect(levelOf({ ...confirmed, activityDate: '2025-12-31' })).toBe('low');
    expect(levelOf({ ...confirmed, activityDate: '2026-06-01', riskLevel: 'medium' })).toBe('low');
  });
});
