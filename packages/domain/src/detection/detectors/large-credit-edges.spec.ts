import type { Finding } from '../detector.ts';
import { aContext } from '../testing/detection-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/history-builder.ts';
import { largeCredit } from './large-credit.ts';

/** Ten credits of $3,500 from a client, one every other week. */
function freelancer(): HistoryBuilder {
  return aHistory().credit('3500.00').from('CLIENT').on('2025-10-01').again({ times: 9, everyDays: 14 });
}

function detect(history: HistoryBuilder): Finding[] {
  return largeCredit.detect(history.build(), aContext());
}

describe('large credit limit', () => {
  test('the large credit limit is three times the median when that exceeds the minimum amount', () => {
    const paid = (amount: string) => detect(freelancer().credit(amount).from('OTHER').on('2026-03-02'));
    expect(paid('10499.99')).toEqual([]);
    const [finding] = paid('10500.00');
    expect(finding?.evidence.figures[3]).toMatchObject({ value: '3.00', threshold: '3' });
    expect(finding?.evidence.wouldBeSilent[0]).toBe('An amount below $10,500.00.');
  });

  test('the large credit limit uses the median of the previous 180 days', () => {
    const history = aHistory().credit('9000.00').from('PARTNER').on('2025-01-07').again({ times: 5, everyDays: 20 });
    history.credit('1000.00').from('CLIENT').on('2025-12-01', '2026-01-01', '2026-02-01');
    const [finding] = detect(history.credit('12000.00').from('OTHER').on('2026-03-02'));
    expect(finding?.evidence.baseline).toMatchObject({ value: '1000.00', firstDay: '2025-09-03' });
  });

  test('the large credit limit does not apply to an explained credit, even when another large credit follows', () => {
    const history = freelancer().credit('30000.00').from('IRS TREAS 310').described('TAX REF').on('2026-03-02');
    expect(detect(history.credit('12000.00').from('OTHER').on('2026-04-20'))).toMatchObject([
      { amount: '12000.00', triggerDay: '2026-04-20' },
    ]);
  });
});

describe('large credit alert text', () => {
  test('a large credit alert states the number, total, days and first sender of several credits', () => {
    const history = freelancer().credit('12000.00').from('A').on('2026-03-02');
    const [finding] = detect(history.credit('15000.00').from('B').on('2026-03-20'));
    expect(finding?.description).toMatch(
      /^2 large credits totaled \$27,000.00 from 2026-03-02 to 2026-03-20, the first from A\. /,
    );
  });

  test('a large credit alert omits the ratio on an account without earlier credits', () => {
    const [finding] = detect(aHistory().credit('12000.00').from('A').on('2026-03-02'));
    expect(finding?.description).toContain('. The account had no credits in the 180 days before.');
    expect(finding?.evidence.figures).toHaveLength(3);
    expect(finding?.evidence.wouldBeSilent[0]).toBe('An amount below $10,000.00.');
  });

  test('a large credit alert states how many more comparable credits would have prevented it', () => {
    const history = aHistory().credit('6000.00').from('SILVER LAKE').on('2026-01-05').credit('900.00').from('CLIENT');
    const [finding] = detect(
      history.on('2026-01-06', '2026-01-07').credit('12000.00').from('SILVER LAKE').on('2026-03-02'),
    );
    expect(finding?.evidence.wouldBeSilent.slice(1, 3)).toEqual([
      '1 more earlier credit of $6,000.00 or more from the same sender.',
      '2 more such credits from any sender in the 180 days before.',
    ]);
  });
});
