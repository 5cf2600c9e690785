import { lenderKindOf } from './ach-high-value-lending-report.ts';

const kindOf = (company: string, entryDescription: string | null) =>
  lenderKindOf({ company, entryDescription, transactionType: 'Debit' });

describe('loan types', () => {
  test.each([
    ['KEYSTONE LENDING', 'MTG PYMT', 'mortgage'],
    ['OLD MILL MORTG', null, 'mortgage'],
    ['DRIVEWELL FIN', 'LOAN PYMT', 'loan, type unknown'],
    ['CHASE CREDIT CRD', 'EPAY', 'credit card'],
    ['SYNCHRONY BANK', 'CC PYMT', 'credit card'],
    ['TOYOTA FINANCIAL', 'AUTO PAY', 'auto loan'],
    ['CAPITAL ONE', 'CRCARDPMT', 'credit card'],
    ['CAPITAL ONE AUTO', 'CARPAY', 'auto loan'],
    ['TRUCK AUTO CREDT', 'LOAN PYMT', 'auto loan'],
    ['CAMPUS LOAN SVCG', 'LOAN PYMT', 'student loan'],
    ['MERIDIAN CARD', 'CRCARDPMT', 'credit card'],
    ['UNION REWARDS', 'CRCARDPMT', 'credit card'],
    ['QUICK CASH', 'PAYMENT', 'payday loan'],
    ['FIRST BANK', 'CREDITCARD PAY', 'credit card'],
    ['FIRST BANK', 'CARDPYM', 'credit card'],
    ['FIRST BANK', 'CARD PMT', 'credit card'],
    ['FIRST CARDMEMBER', null, 'credit card'],
    ['FIRST CARD SERVICES', null, 'credit card'],
    ['OLD MILL MORTGAGE', null, 'mortgage'],
    ['OLD MILL HOMELOAN', null, 'mortgage'],
    ['OLD MILL HOME LOANS', null, 'mortgage'],
    ['STUDENTLOAN SVC', null, 'student loan'],
    ['STUDENT LOANS', null, 'student loan'],
    ['CAMPUSLOANS', null, 'student loan'],
    ['US DEPT EDUCATION', null, 'student loan'],
    ['US DEPTED', null, 'student loan'],
    ['AUTOMOTIVE FINANCE', null, 'auto loan'],
    ['MAIN STREET CAR CREDIT', null, 'auto loan'],
    ['MAIN STREET CAR CRDT', null, 'auto loan'],
    ['MAIN STREET MOTOR LOANS', null, 'auto loan'],
    ['MAIN STREET AUTO FIN', null, 'auto loan'],
    ['MAIN STREET', 'LOANS', 'loan, type unknown'],
  ])('the loan type of a debit for %s %s is a %s', (company, description, kind) => {
    expect(kindOf(company, description)).toBe(kind);
  });

  test.each([
    ['CITY WATER UTIL', 'WATER BILL'],
    ['STATE UNIVERSITY', 'FIN AID'],
    ['STATE UNIVERSITY', 'TUITION'],
    ['MAIN STREET FINANCIAL CORP', null],
    ['CARDINAL HEALTH', 'PAYMENT'],
    ['FARM HOME INS', 'INS PREM'],
    ['GREENLEAF MARKET', 'PURCHASE'],
    ['FINLEY BAKERY', 'PURCHASE'],
    ['FITLIFE GYM', 'SUBSCR'],
    ['PINNACLE AUTO', 'INS PREM'],
    ['CITY TRANSIT', 'PURCHASE'],
    ['CARE CLINIC', 'PAYMENT'],
    ['MAIN STREET CARDIOLOGY', 'VISIT'],
    ['CARDS AND GIFTS', 'PURCHASE'],
    ['AUTO FINANCE', 'INSURANCE'],
    ['GIFTCARD LOANS', 'PURCHASE'],
    ['CARD REWARD CLUB', 'FEE'],
    ['CITY LOAN OFFICE', 'TAX'],
  ])('no loan type is assigned to a debit for %s %s, which repays no debt', (company, description) => {
    expect(kindOf(company, description)).toBeNull();
  });
});
