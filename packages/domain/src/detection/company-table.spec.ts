import { isKnownCompany } from './company-table.ts';

const biller = { accounts: 40, arrivalSpanDays: 200, activeMonths: 12 };

describe('known company', () => {
  test('a known company is used by many accounts that did not all start at once', () => {
    expect(isKnownCompany(biller, 2500)).toBe(true);
  });

  test('a known company is used by at least three accounts and 0.4% of all accounts', () => {
    expect(isKnownCompany({ ...biller, accounts: 2 }, 100)).toBe(false);
    expect(isKnownCompany({ ...biller, accounts: 3 }, 100)).toBe(true);
    expect(isKnownCompany({ ...biller, accounts: 9 }, 2500)).toBe(false);
    expect(isKnownCompany({ ...biller, accounts: 10 }, 2500)).toBe(true);
  });

  test('a company whose accounts all started within ten days is known only after three months of activity', () => {
    const spray = { accounts: 40, arrivalSpanDays: 10, activeMonths: 1 };
    expect(isKnownCompany(spray, 2500)).toBe(false);
    expect(isKnownCompany({ ...spray, arrivalSpanDays: 11 }, 2500)).toBe(true);
    expect(isKnownCompany({ ...spray, activeMonths: 2 }, 2500)).toBe(false);
    expect(isKnownCompany({ ...spray, activeMonths: 3 }, 2500)).toBe(true);
  });
});
