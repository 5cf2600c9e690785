import { dailyBarChart } from './evidence-pdf-sections.ts';

const STRETCH = { firstDay: '2026-03-01', lastDay: '2026-03-10' };
const WINDOW = { firstDay: '2026-03-03', lastDay: '2026-03-04' };

const drawn = (days: { day: string; credits: string; debits: string }[]) =>
  dailyBarChart({ ...STRETCH, days }, { width: 100, window: WINDOW });

describe('account activity chart', () => {
  it('the account activity chart shades the days of the pattern, including the first and last days', () => {
    expect(drawn([])[0]).toMatchObject({ type: 'rect', x: 20, w: 20 });
  });

  it('the account activity chart draws credits above the line and debits below it, with the largest at full height', () => {
    const [, credit, debit] = drawn([{ day: '2026-03-02', credits: '200.00', debits: '50.00' }]);
    expect(credit).toMatchObject({ y: 0, h: 38 });
    expect(debit).toMatchObject({ y: 38, h: 9.5 });
  });

  it('the account activity chart draws visible bars for amounts far below the largest, and no bar for zero', () => {
    const bars = drawn([
      { day: '2026-03-01', credits: '1000000.00', debits: '0.00' },
      { day: '2026-03-10', credits: '0.00', debits: '0.01' },
    ]);
    // The background, two bars and the line.
    expect(bars).toHaveLength(4);
    expect(bars[2]).toMatchObject({ h: 1 });
  });

  it('the account activity chart keeps its first and last bars on the page for any number of days', () => {
    const bars = dailyBarChart(
      {
        firstDay: '2025-01-01',
        lastDay: '2026-12-31',
        days: [
          { day: '2025-01-01', credits: '1.00', debits: '0.00' },
          { day: '2026-12-31', credits: '1.00', debits: '0.00' },
        ],
      },
      { width: 500, window: WINDOW },
    );
    const ends = bars.flatMap((shape) => (shape.type === 'rect' ? [shape.x, shape.x + shape.w] : []));
    expect(Math.min(...ends)).toBeGreaterThanOrEqual(-1);
    expect(Math.max(...ends)).toBeLessThanOrEqual(501);
  });
});
