import { averageCredits, incomeAndBills, incomeToDebtRatio, monthlyAverage } from './income-and-bills.ts';

describe('average credits', () => {
  test('are the mean of all members in whole dollars [spec 9.20]', () => {
    expect(averageCredits({ creditCents: 1_000_050, members: 2 })).toBe(5000);
    expect(averageCredits({ creditCents: 1_000_100, members: 2 })).toBe(5001);
    expect(averageCredits({ creditCents: 1_000_000, members: 1 })).toBe(10_000);
  });

  test('are zero while there are no members', () => {
    expect(averageCredits({ creditCents: 0, members: 0 })).toBe(0);
  });
});

describe('income and bills', () => {
  test('a year is twelve months', () => {
    expect(incomeAndBills({ creditCents: 6_000_000, debitCents: 4_500_000, days: 365 })).toEqual({
      monthlyIncome: '5000.00',
      monthlyBills: '3750.00',
      incomeToDebtRatio: '75.0',
    });
  });

  test('a young ledger is averaged over the days it covers', () => {
    expect(incomeAndBills({ creditCents: 100_000, debitCents: 0, days: 30 }).monthlyIncome).toBe('1013.89');
  });

  test('less than a month is not scaled up: one pay day is not thirty a month', () => {
    const oneDay = incomeAndBills({ creditCents: 200_000, debitCents: 50_000, days: 1 });
    expect(oneDay).toEqual(incomeAndBills({ creditCents: 200_000, debitCents: 50_000, days: 30 }));
    expect(oneDay.monthlyIncome).toBe('2027.78');
  });

  test.each([0, -1, Number.NaN])('a period of %d days is refused', (days) => {
    expect(() => monthlyAverage(100, days)).toThrow(RangeError);
  });

  test('without income there is no ratio', () => {
    expect(incomeToDebtRatio(0, 500_000)).toBe('0.0');
    expect(incomeToDebtRatio(1, 2)).toBe('200.0');
  });

  test('half of a tenth of a percent is rounded up, as PostgreSQL does', () => {
    expect(incomeToDebtRatio(200_000, 160_100)).toBe('80.1');
    expect(incomeToDebtRatio(200_000, 160_099)).toBe('80.0');
    expect(incomeToDebtRatio(10_000, 6_005)).toBe('60.1');
  });

  test('bills above income give more than a hundred', () => {
    expect(incomeToDebtRatio(300_000, 400_000)).toBe('133.3');
  });
});
