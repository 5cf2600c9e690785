import { lenderKindOf } from './lender-kind.ts';

describe('what a debit repays', () => {
  test.each([
    ['KEYSTONE LENDING', 'MTG PYMT', 'mortgage'],
    ['OLD MILL MORTG', null, 'mortgage'],
    ['DRIVEWELL FIN', 'LOAN PYMT', 'loan'],
    ['TRUCK AUTO CREDT', 'LOAN PYMT', 'auto loan'],
    ['CAMPUS LOAN SVCG', 'LOAN PYMT', 'student loan'],
    ['MERIDIAN CARD', 'CRCARDPMT', 'credit card'],
    ['UNION REWARDS', 'CRCARDPMT', 'credit card'],
    ['QUICK CASH', 'PAYMENT', 'payday loan'],
  ])('%s %s is a %s', (company, description, kind) => {
    expect(lenderKindOf(company, description)).toBe(kind);
  });

  test.each([
    ['CITY WATER UTIL', 'WATER BILL'],
    ['FARM HOME INS', 'INS PREM'],
    ['GREENLEAF MARKET', 'PURCHASE'],
    ['FINLEY BAKERY', 'PURCHASE'],
    ['FITLIFE GYM', 'SUBSCR'],
    ['PINNACLE AUTO', 'INS PREM'],
    ['CITY TRANSIT', 'PURCHASE'],
    ['CARE CLINIC', 'PAYMENT'],
  ])('%s %s repays nothing', (company, description) => {
    expect(lenderKindOf(company, description)).toBeNull();
  });
});
