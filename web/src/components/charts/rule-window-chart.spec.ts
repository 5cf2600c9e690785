import type { ChartStyle } from './chart-style.ts';
import { type RuleWindowDay, ruleWindowOption } from './rule-window-chart.tsx';

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
const aDay = (over: Partial<RuleWindowDay> = {}): RuleWindowDay => ({
  day: '2026-11-12',
  credits: '0.00',
  debits: '0.00',
  markedCredits: null,
  markedDebits: null,
  isInWindow: false,
  ...over,
});
const tooltipOf = (days: RuleWindowDay[], dataIndex: number): string =>
  (ruleWindowOption({ days, look })['tooltip'] as { formatter: (items: object[]) => string }).formatter([
    { dataIndex },
  ]);

describe('account activity', () => {
  it('the rule window chart draws credits upward and debits downward, and marks the amounts in the pattern', () => {
    const days = [aDay({ credits: '10.50', debits: '4.00', markedCredits: '9.50', markedDebits: '4.00' }), aDay()];
    expect(ruleWindowOption({ days, look })['series']).toMatchObject([
      { name: 'Rule window' },
      { name: 'Credits', data: [10.5, null] },
      { name: 'Debits', data: [-4, null] },
      { name: 'Entries in the pattern', data: [9.5, null], itemStyle: { color: look.mark } },
      { name: 'Entries in the pattern', data: [-4, null] },
    ]);
  });

  it('the rule window chart shades the rule window', () => {
    const days = [aDay(), aDay({ isInWindow: true })];
    expect(ruleWindowOption({ days, look })['series']).toMatchObject([{ data: [null, 1] }, {}, {}, {}, {}]);
  });

  it('the rule window chart offers zoom for 45 or more days', () => {
    const count = (days: number) => Array.from({ length: days }, () => aDay());
    expect(ruleWindowOption({ days: count(44), look })['dataZoom']).toEqual([]);
    expect(ruleWindowOption({ days: count(45), look })['dataZoom']).toMatchObject([
      { type: 'inside', xAxisIndex: [0, 1] },
      { type: 'slider', xAxisIndex: [0, 1] },
    ]);
  });

  it('the rule window chart shows the exact figures of the hovered day, and nothing for an unknown day', () => {
    const days = [aDay({ credits: '1234.50', markedCredits: '1200.00' })];
    expect(tooltipOf(days, 0)).toBe(
      '<strong>Nov 12, 2026</strong><br>Credits $1,234.50<br>Debits $0.00<br>Credits in the pattern $1,200.00',
    );
    expect(tooltipOf(days, 5)).toBe('');
  });
});
