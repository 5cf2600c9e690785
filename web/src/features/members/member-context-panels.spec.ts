import type { MemberComparison } from '@clearwatch/contracts/members.dto';
import { formatComparedFigure, formatComparison } from './member-context-panels.tsx';

const comparing = (over: Partial<MemberComparison>): MemberComparison =>
  Object.assign(
    { what: 'credits', latest: '0.00', ownMedian: null, peerPercentile: null, peerSentence: null } as const,
    over,
  );

describe('usual month', () => {
  it.each([
    ['1000.00', '1000.00', 'about as usual'],
    ['1250.00', '1000.00', 'about as usual'],
    ['1350.00', '1000.00', '35.0% above usual'],
    ['500.00', '1000.00', '50.0% below usual'],
    ['0.00', '0.00', 'about as usual'],
    ['5.00', '0.00', 'above usual'],
  ])('the comparison of %s with a usual month of %s is %s', (latest, ownMedian, words) => {
    expect(formatComparison(comparing({ latest, ownMedian }))).toBe(words);
  });

  it('the comparison with the usual month is empty for a member without one', () => {
    expect(formatComparison(comparing({ latest: '5.00' }))).toBeNull();
  });

  it('the comparison with the usual month accepts half transactions', () => {
    expect(formatComparison(comparing({ what: 'transactions', latest: '5', ownMedian: '2.5' }))).toBe(
      '100.0% above usual',
    );
  });

  it('the comparison with the usual month formats money as dollars and counts with separators', () => {
    expect(formatComparedFigure('debits', '1234.50')).toBe('$1,234.50');
    expect(formatComparedFigure('transactions', '2.5')).toBe('2.5');
    expect(formatComparedFigure('transactions', '12345')).toBe('12,345');
  });
});
