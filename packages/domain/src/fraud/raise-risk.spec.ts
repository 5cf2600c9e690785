import { type NeighbouringAlert, riskAmong } from './raise-risk.ts';
import { aFinding } from './testing/a-finding.ts';
import { aHistory } from './testing/a-history.ts';

const finding = aFinding('large_credit', aHistory().credit('12000.00').on('2026-03-02'));

const open: NeighbouringAlert = {
  accountNumber: finding.accountNumber,
  category: 'Structuring',
  riskLevel: 'high',
  reviewed: false,
  anchorDay: '2026-01-31',
};

describe('risk among other alerts', () => {
  test('an open high alert of another category within thirty days raises it one step', () => {
    expect(riskAmong(finding, [open])).toBe('high');
    expect(riskAmong(finding, [{ ...open, reviewed: true }, open])).toBe('high');
    expect(riskAmong({ ...finding, riskLevel: 'low' }, [open])).toBe('medium');
    expect(riskAmong({ ...finding, riskLevel: 'high' }, [open])).toBe('high');
  });

  test.each([
    [{ reviewed: true }],
    [{ riskLevel: 'medium' }],
    [{ category: 'Other Patterns' }],
    [{ accountNumber: '2' }],
    [{ anchorDay: '2026-01-30' }],
  ] as const)('%j raises nothing', (changes) => {
    expect(riskAmong(finding, [{ ...open, ...changes }])).toBe('medium');
  });
});
