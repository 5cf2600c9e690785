import { REVIEW_OUTCOMES } from '@clearwatch/contracts/alerts';
import { falsePositiveRate, sarDueDay } from './review-outcomes.ts';

const none = { falsePositive: 0, explained: 0, suspicious: 0, escalated: 0 };

describe('false-positive rate', () => {
  test('the false-positive rate is the share of false positives and explained alerts among alerts with an outcome', () => {
    expect(falsePositiveRate({ falsePositive: 3, explained: 2, suspicious: 2, escalated: 1 })).toBe('62.5');
    expect(falsePositiveRate({ ...none, suspicious: 4 })).toBe('0.0');
    expect(falsePositiveRate({ ...none, explained: 1 })).toBe('100.0');
    expect(falsePositiveRate({ ...none, falsePositive: 1, escalated: 2 })).toBe('33.3');
    expect(falsePositiveRate({ ...none, falsePositive: 2, escalated: 1 })).toBe('66.7');
  });

  test('the false-positive rate is null before any alert has an outcome', () => {
    expect(falsePositiveRate(none)).toBeNull();
  });
});

describe('SAR due date', () => {
  it('the SAR due date is 30 days after detection across months and years', () => {
    expect(sarDueDay({ outcome: 'suspicious', detectedOn: '2026-11-20' })).toBe('2026-12-20');
    expect(sarDueDay({ outcome: 'escalated', detectedOn: '2026-12-05' })).toBe('2027-01-04');
    expect(sarDueDay({ outcome: 'suspicious', detectedOn: '2028-02-01' })).toBe('2028-03-02');
  });

  it('the SAR due date counts calendar days and may be a Sunday', () => {
    const due = sarDueDay({ outcome: 'suspicious', detectedOn: '2026-11-20' });
    expect(new Date(`${due}T00:00:00Z`).getUTCDay()).toBe(0);
  });

  it('the SAR due date is set only for suspicious and escalated alerts', () => {
    const due = [...REVIEW_OUTCOMES, null].filter(
      (outcome) => sarDueDay({ outcome, detectedOn: '2026-11-20' }) !== null,
    );
    expect(due).toEqual(['suspicious', 'escalated']);
  });
});
