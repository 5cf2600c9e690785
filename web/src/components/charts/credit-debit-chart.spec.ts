import type { ChartStyle } from './chart-style.ts';
import { type CreditDebitPoint, creditDebitOption } from './credit-debit-chart.tsx';

const look: ChartStyle = {
  font: 'sans',
  credits: '#0f766e',
  debits: '#64748b',
  mark: '#b45309',
  text: '#111111',
  grid: '#eeeeee',
  ground: '#ffffff',
  container: '#ffffff',
};
const aPoint = (week: string, over: Partial<CreditDebitPoint> = {}): CreditDebitPoint =>
  Object.assign({ week, credits: '10.50', debits: '0.00' }, over);
const weeks = (count: number) => Array.from({ length: count }, (_, week) => aPoint(`week ${week}`));
const draw = (points: CreditDebitPoint[]) =>
  creditDebitOption({
    points,
    look,
    names: { credits: 'Paid in', debits: 'Paid out' },
    short: (at) => `s ${at}`,
    long: (at) => `l ${at}`,
    axis: (dollars) => `$${dollars}`,
  });

describe('credits and debits', () => {
  it('the credit and debit chart starts at zero and names and colors both lines [spec 2.6.7, 2.10.2]', () => {
    expect(draw(weeks(3))).toMatchObject({
      yAxis: { min: 0 },
      series: [
        { name: 'Paid in', color: look.credits, data: [10.5, 10.5, 10.5] },
        { name: 'Paid out', color: look.debits, data: [0, 0, 0] },
      ],
    });
  });

  it.each([
    [1, true],
    [2, true],
    [3, false],
  ])('the credit and debit chart with %d points shows symbols: %s', (count, showSymbol) => {
    expect(draw(weeks(count))).toMatchObject({ series: [{ showSymbol }, { showSymbol }] });
  });

  it('the credit and debit chart offers zoom for 26 or more weeks', () => {
    expect(draw(weeks(25))['dataZoom']).toEqual([]);
    expect(draw(weeks(26))['dataZoom']).toMatchObject([{ type: 'inside' }, { type: 'slider' }]);
  });

  it('the credit and debit chart shows exactly the given months on the axis', () => {
    const gap = [aPoint('2025-01'), aPoint('2025-02', { credits: '0.00' }), aPoint('2026-02')];
    expect(draw(gap)).toMatchObject({
      xAxis: { data: ['2025-01', '2025-02', '2026-02'], axisLabel: { alignMaxLabel: 'right' } },
    });
  });
});
