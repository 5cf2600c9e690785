import { memberRiskLevel, type RiskyAlert } from './member-risk-level.ts';

const AS_OF = '2026-06-30';
const anAlert = (alert: Partial<RiskyAlert>): RiskyAlert => ({
  activityType: 'structuring',
  riskLevel: 'high',
  activityDate: '2026-06-01',
  reviewed: false,
  reviewOutcome: null,
  ...alert,
});
const levelOf = (...alerts: Partial<RiskyAlert>[]) => memberRiskLevel(alerts.map(anAlert), AS_OF);

describe('a member’s risk', () => {
  it('is low without alerts, and with low ones only', () => {
    expect(levelOf()).toBe('low');
    expect(levelOf({ riskLevel: 'low' })).toBe('low');
  });

  it('is high with an open high alert of the last 90 days, and medium with an older one', () => {
    expect(levelOf({ activityDate: '2026-04-01' })).toBe('high');
    expect(levelOf({ activityDate: '2026-03-31' })).toBe('medium');
  });

  it('is high with open medium alerts in three categories, and medium in two', () => {
    const structuring = { riskLevel: 'medium', activityType: 'structuring' } as const;
    const velocity = { riskLevel: 'medium', activityType: 'velocity_anomaly' } as const;
    const mule = { riskLevel: 'medium', activityType: 'mule_activity' } as const;
    const alsoStructuring = { riskLevel: 'medium', activityType: 'round_amount_structuring' } as const;
    expect(levelOf(structuring, velocity, mule)).toBe('high');
    expect(levelOf(structuring, velocity, alsoStructuring)).toBe('medium');
    expect(levelOf(structuring, velocity, { ...mule, reviewed: true })).toBe('medium');
    // An old high alert is no medium one.
    const oldMule = { ...mule, riskLevel: 'high', activityDate: '2026-01-01' } as const;
    expect(levelOf(structuring, velocity, oldMule)).toBe('medium');
  });

  it.each([
    ['suspicious', 'medium'],
    ['escalated', 'medium'],
    ['false_positive', 'low'],
    ['explained', 'low'],
    [null, 'low'],
  ] as const)('with a reviewed high alert of outcome %s is %s', (reviewOutcome, level) => {
    expect(levelOf({ reviewed: true, reviewOutcome, activityDate: '2026-02-01' })).toBe(level);
  });

  it('forgets a confirmed alert after 180 days', () => {
    const confirmed = { reviewed: true, reviewOutcome: 'suspicious' } as const;
    expect(levelOf({ ...confirmed, activityDate: '2026-01-01' })).toBe('medium');
    expect(levelOf({ ...confirmed, activityDate: '2025-12-31' })).toBe('low');
    expect(levelOf({ ...confirmed, activityDate: '2026-06-01', riskLevel: 'medium' })).toBe('low');
  });
});
