import { type NeighboringAlert, riskWithOtherAlerts } from './finding-to-alert.ts';
import { aFinding } from './testing/detection-context.ts';
import { aHistory } from './testing/history-builder.ts';

const finding = aFinding('large_credit', aHistory().credit('12000.00').on('2026-03-02'));

const open: NeighboringAlert = {
  accountNumber: finding.accountNumber,
  category: 'Structuring',
  riskLevel: 'high',
  reviewed: false,
  anchorDay: '2026-01-31',
};

describe('risk with other alerts', () => {
  test('an open high-risk alert in another category within thirty days raises the risk of an alert by one level', () => {
    expect(riskWithOtherAlerts(finding, [open])).toBe('high');
    expect(riskWithOtherAlerts(finding, [{ ...open, reviewed: true }, open])).toBe('high');
    expect(riskWithOtherAlerts({ ...finding, riskLevel: 'low' }, [open])).toBe('medium');
    expect(riskWithOtherAlerts({ ...finding, riskLevel: 'high' }, [open])).toBe('high');
  });

  test.each([
    [{ reviewed: true }],
    [{ riskLevel: 'medium' }],
    [{ category: 'Other Patterns' }],
    [{ accountNumber: '2' }],
    [{ anchorDay: '2026-01-30' }],
  ] as const)('another alert with %j does not raise the risk of an alert', (changes) => {
    expect(riskWithOtherAlerts(finding, [{ ...open, ...changes }])).toBe('medium');
  });
});
