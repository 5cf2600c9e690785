import { averageCredits, incomeAndBills, incomeToDebtRatio, monthlyAverage } from './income-and-bills.ts';

describe('average credits', () => {
  test('average credits are the mean over all members in whole dollars [spec 9.20]', () => {
    expect(averageCredits({ creditCents: 1_000_050, members: 2 })).toBe(5000);
    expect(averageCredits({ creditCents: 1_000_100, members: 2 })).toBe(5001);
    expect(averageCredits({ creditCents: 1_000_000, members: 1 })).toBe(10_000);
  });

  test('average credits are zero without members', () => {
    expect(averageCredits({ creditCents: 0, members: 0 })).toBe(0);
  });
});

describe('income and bills', () => {
  test('monthly income and bills are a twelfth of a full year', () => {
    expect(incomeAndBills({ creditCents: 6_000_000, debitCents: 4_500_000, days: 365 })).toEqual({
      monthlyIncome: '5000.00',
      monthlyBills: '3750.00',
      incomeToDebtRatio: '75.0',
    });
  });

  test('monthly income is averaged over the days that a young ledger covers', () => {
    expect(incomeAndBills({ creditCents: 100_000, debitCents: 0, days: 30 }).monthlyIncome).toBe('1013.89');
  });

  test('monthly income and bills are not scaled up from less than a month: one payday is not thirty a month', () => {
    const oneDay = incomeAndBills({ creditCents: 200_000, debitCents: 50_000, days: 1 });
    expect(oneDay).toEqual(incomeAndBills({ creditCents: 200_000, debitCents: 50_000, days: 30 }));
    expect(oneDay.monthlyIncome).toBe('2027.78');
  });

  test.each([0, -1, Number.NaN])('the monthly average rejects a period of %d days', (days) => {
    expect(() => monthlyAverage(100, days)).toThrow(RangeError);
  });

  test('the income-to-debt ratio is zero without income', () => {
    expect(incomeToDebtRatio(0, 500_000)).toBe('0.0');
    expect(incomeToDebtRatio(1, 2)).toBe('200.0');
  });

  test('the income-to-debt ratio rounds half of a tenth of a percent up, like PostgreSQL', () => {
    expect(incomeToDebtRatio(200_000, 160_100)).toBe('80.1');
    expect(incomeToDebtRatio(200_000, 160_099)).toBe('80.0');
    expect(incomeToDebtRatio(10_000, 6_005)).toBe('60.1');
  });

  test('the income-to-debt ratio is above 100 when bills exceed income', () => {
    expect(incomeToDebtRatio(300_000, 400_000)).toBe('133.3');
  });
});
