import { steadyIncome, steadyMonths } from './ach-high-value-lending-report.ts';

const MONTHS = ['2026-03', '2026-04', '2026-05', '2026-06', '2026-07', '2026-08'];
const history = (credits: readonly number[]) => ({
  asOf: '2026-08-31',
  months: credits.map((creditCents, index) => ({ month: MONTHS[index] ?? '', creditCents, debitCents: 0 })),
});

test('the steady income test excludes the current month until it is complete', () => {
  expect(steadyMonths('2026-08-31')).toEqual(MONTHS);
  expect(steadyMonths('2026-08-30').at(-1)).toBe('2026-07');
});

test('income is steady when no month is more than 25% below the median', () => {
  expect(steadyIncome(history([400_000, 400_000, 400_000, 400_000, 400_000, 300_000]))).toEqual({
    lowestCents: 300_000,
    usualCents: 400_000,
  });
  expect(steadyIncome(history([400_000, 400_000, 400_000, 400_000, 400_000, 299_999]))).toBeNull();
});

test('income is not steady when one month or every month has no income', () => {
  expect(steadyIncome(history([400_000, 400_000, 400_000, 400_000, 400_000]))).toBeNull();
  expect(steadyIncome(history([]))).toBeNull();
});
