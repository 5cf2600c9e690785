import { REVIEW_OUTCOMES } from '@clearwatch/contracts/fraud/review-outcome';
import { sarDueDay } from './sar-due-day.ts';

describe('the day by which a report is due', () => {
  it('is the thirtieth after detection, over the end of months and years', () => {
    expect(sarDueDay({ outcome: 'suspicious', detectedOn: '2026-11-20' })).toBe('2026-12-20');
    expect(sarDueDay({ outcome: 'escalated', detectedOn: '2026-12-05' })).toBe('2027-01-04');
    expect(sarDueDay({ outcome: 'suspicious', detectedOn: '2028-02-01' })).toBe('2028-03-02');
  });

  it('is in calendar days: also when it is a Sunday', () => {
    const due = sarDueDay({ outcome: 'suspicious', detectedOn: '2026-11-20' });
    expect(new Date(`${due}T00:00:00Z`).getUTCDay()).toBe(0);
  });

  it('exists for suspicious and escalated alerts alone', () => {
    const due = [...REVIEW_OUTCOMES, null].filter(
      (outcome) => sarDueDay({ outcome, detectedOn: '2026-11-20' }) !== null,
    );
    expect(due).toEqual(['suspicious', 'escalated']);
  });
});
