import { aFinding } from '../testing/a-finding.ts';
import { aHistory } from '../testing/a-history.ts';
import { outcomeOf } from './outcome-of.ts';

const finding = aFinding('structuring', aHistory().credit('9500.00').on('2026-06-15').withId('7'));
const judged = {
  activityType: 'structuring',
  accountNumber: '1000000001',
  triggerEntryId: '9',
  anchorDay: '2026-06-20',
  outcome: 'suspicious',
} as const;

describe('the outcome of a behaviour', () => {
  test('is that of the nearest judged alert within the cooling period, before or after', () => {
    const nearer = { ...judged, anchorDay: '2026-06-12', outcome: 'explained' } as const;
    expect(outcomeOf(finding, [judged, nearer])).toBe('explained');
    expect(outcomeOf(finding, [{ ...judged, anchorDay: '2026-07-15' }])).toBe('suspicious');
    expect(outcomeOf(finding, [{ ...judged, anchorDay: '2026-07-16' }])).toBeNull();
  });

  test('is that of the alert of the same trigger before any other', () => {
    const same = { ...judged, triggerEntryId: '7', anchorDay: '2026-06-15', outcome: 'escalated' } as const;
    const sameDay = { ...judged, anchorDay: '2026-06-15' };
    expect(outcomeOf(finding, [sameDay, same])).toBe('escalated');
  });

  test('is none of another rule or account', () => {
    expect(outcomeOf(finding, [{ ...judged, activityType: 'large_credit' }])).toBeNull();
    expect(outcomeOf(finding, [{ ...judged, accountNumber: '1000000002' }])).toBeNull();
  });
});
