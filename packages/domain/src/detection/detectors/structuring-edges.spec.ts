import type { Finding } from '../detector.ts';
import { aContext } from '../testing/detection-context.ts';
import type { HistoryBuilder } from '../testing/history-builder.ts';
import { ordinaryDepositor, spreadOverAWeek, threeNearTheLine } from '../testing/pattern-fixtures.ts';
import { structuring } from './structuring.ts';

function detect(history: HistoryBuilder): Finding[] {
  return structuring.detect(history.build(), aContext());
}

describe('structuring', () => {
  test('the structuring rule raises an alert exactly at each limit', () => {
    const near = (...amounts: string[]) => {
      const days = ['2026-03-02', '2026-03-05', '2026-03-12'];
      const history = ordinaryDepositor();
      amounts.forEach((amount, at) => history.credit(amount).on(days[at] ?? ''));
      return detect(history)[0]?.riskLevel;
    };
    expect(near('8000.00', '8500.00', '8500.00')).toBe('high');
    expect(near('8000.00', '8500.00', '8499.99')).toBe('medium');
    const spread = ['2000.00', '3000.00', '3000.00', '3000.00', '4000.00'];
    expect(detect(spreadOverAWeek(...spread))).toHaveLength(1);
    expect(detect(spreadOverAWeek('1999.99', ...spread.slice(1)))).toEqual([]);
    const on = (...days: [string, ...string[]]) =>
      detect(
        ordinaryDepositor()
          .credit('3000.00')
          .on(...days),
      );
    expect(on('2026-03-02', '2026-03-02', '2026-03-03', '2026-03-03', '2026-03-04')).toHaveLength(1);
    expect(on('2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-08')).toHaveLength(1);
    expect(on('2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-09')).toEqual([]);
  });

  test('the structuring rule excludes smaller and later credits from the count of credits just below the threshold', () => {
    const history = ordinaryDepositor().credit('3000.00').from('A').on('2026-03-02', '2026-03-03');
    expect(detect(history.credit('8500.00').from('B').on('2026-03-04'))).toEqual([]);
    const after = threeNearTheLine().credit('3000.00').from('Z').on('2026-03-13');
    expect(detect(after)).toMatchObject([{ amount: '28500.00' }]);
  });

  test('the structuring rule excludes a week in which an account reaches the threshold, but not a later week', () => {
    const days = ['2026-03-03', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-08'] as const;
    const reached = (day: string) =>
      detect(
        ordinaryDepositor()
          .credit('3000.00')
          .on(...days)
          .credit('12000.00')
          .from('ESTATE')
          .on(day),
      );
    expect(reached('2026-03-01')).toHaveLength(1);
    expect(reached('2026-03-02')).toEqual([]);
  });

  test('a structuring alert for a week shows its own figures, senders and counted credits', () => {
    const days = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06'] as const;
    const history = ordinaryDepositor()
      .credit('3000.00')
      .from('BLUE HARBOR')
      .on(...days)
      .credit('900.00');
    const [finding] = detect(history.from('BLUE HARBOR').on('2026-03-04'));
    expect(finding).toMatchObject({ amount: '15000.00' });
    expect(finding?.description).toMatch(/^5 credits below \$10,000.00 from 1 sender totaled /);
    expect(finding?.evidence.figures.map(({ value, threshold }) => `${value} ${threshold}`)).toEqual([
      '5 5',
      '5 3',
      '15000.00 15000.00',
      '15900.00 10000.00',
      '0 3',
    ]);
    expect(finding?.evidence.wouldBeSilent[0]).toBe('Only 4 credits of $2,000.00 or more within 7 days instead of 5.');
  });

  test('the structuring prevention condition states the actual number of credits, not the minimum', () => {
    const days = ['2026-03-02', '2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06'] as const;
    const [finding] = detect(
      ordinaryDepositor()
        .credit('2500.00')
        .on(...days),
    );
    expect(finding?.evidence.wouldBeSilent[0]).toBe('Only 4 credits of $2,000.00 or more within 7 days instead of 6.');
  });

  test('structuring evidence shows the figure, baseline and prevention condition for the usual month', () => {
    const [finding] = detect(
      threeNearTheLine()
        .credit('3000.00')
        .from('TENANT')
        .on('2025-12-10')
        .credit('3000.00')
        .from('AUNT')
        .on('2026-01-20'),
    );
    const usual = finding?.evidence.baseline?.value ?? '';
    expect(Number(usual)).toBeGreaterThan(0);
    expect(
      finding?.evidence.figures.map(({ label, value, threshold }) => [label, value, Number(threshold)]),
    ).toContainEqual(['These credits compared with 2 times the normal month', '28500.00', 2 * Number(usual)]);
    expect(finding?.evidence.wouldBeSilent.slice(1, 3)).toEqual([
      'Usual unexplained credits of more than $14,250.00 a month.',
      '3 more credits of $10,000.00 or more in the 200 days before, as is typical of a business.',
    ]);
    const two = threeNearTheLine().credit('12000.00').from('ESTATE').on('2025-10-10', '2025-10-20');
    expect(detect(two)[0]?.evidence.wouldBeSilent[2]).toContain('1 more credit of $10,000.00 or more');
  });
});
