import { entryMeaningOf } from '../companies/counterparty.ts';
import {
  isCardPayment,
  isExemptPurpose,
  isMovable,
  isTransferType,
  isWallet,
  NEW_BANK_DETAILS,
  namesBill,
  normalizeText,
  purposeOf,
} from './entry-meaning.ts';
import { aHistory } from './testing/history-builder.ts';

function isTransfer(company: string, entryDescription: string | null = null): boolean {
  return isTransferType({ entry: { company, entryDescription, transactionType: 'Debit' }, isMovable: false });
}

describe('recognizing movable money', () => {
  test.each([
    ['COAST', 'TRNSFR'],
    ['COAST', 'EXT TRF'],
    ['COAST BANK', 'WEB PMT'],
    ['ALLYBANK', null],
    ['AXOBANK', null],
    ['RIVER FCU', null],
  ])('a debit to %s described as %s is movable', (company, description) => {
    expect(isTransfer(company, description)).toBe(true);
  });

  test.each([
    ['COAST BANK', 'CARD PMT'],
    ['COAST BANK', 'LOAN PMT'],
    ['COAST BANK', 'LOANS'],
    ['COAST BANK', 'INS PMT'],
    ['COAST BANK', 'INSURANCE'],
    ['COAST BANK', 'MORTG'],
    ['MY BANKER BOOKS', null],
    ['CITY WATER', 'BILL'],
  ])('a debit to %s described as %s is not movable', (company, description) => {
    expect(isTransfer(company, description)).toBe(false);
  });

  test('a movable entry stays movable with any description', () => {
    const entry = { company: 'VENMO', entryDescription: 'RENT', transactionType: 'Debit' as const };
    expect(isTransferType({ entry, isMovable: true })).toBe(true);
  });
});

function paysCard(company: string): boolean {
  return aHistory().debit('5.00').from(company).entries().every(isCardPayment);
}

describe('card bill payment', () => {
  test.each([
    'FIRST CREDIT CARD',
    'CHASE CREDIT CRD',
    'WELLS CREDIT CD',
    'CHASE CRD AUTOPAY',
    'CARDMEMBER SERV',
    'TOTAL CARD',
    'AMEX EPAYMENT',
    'CITI CARD ONLINE',
    'CITI CARDS',
    'CITIBANK CRDS',
    'CITIBANK CARD',
    'SYNCHRONY BANK PMT',
    'SYNCHRONY PMT',
    'DISCOVER E-PAYMENT',
    'CAPITAL ONE CRCARDPMT',
  ])('a debit to %s is a card bill payment', (company) => {
    expect(paysCard(company)).toBe(true);
  });

  test.each([
    'CAPITAL ONE AUTO FINANCE',
    'CAPITAL ONE LOAN',
    'DISCOVER LOANS',
    'DISCOVER STUDENT',
    'SYNCHRONY BANK SAVINGS',
    'CITI MORTGAGE',
    'POSTCARD SHOP',
    'CREDIT CAFE',
  ])('a debit to %s is not a card bill payment', (company) => {
    expect(paysCard(company)).toBe(false);
  });

  test('a card bill payment is always a debit', () => {
    expect(aHistory().credit('5.00').from('AMEX EPAYMENT').entries().some(isCardPayment)).toBe(false);
  });
});

describe('money that leaves a member’s reach', () => {
  const moves = (company: string, entryDescription: string | null, transactionType: 'Credit' | 'Debit' = 'Debit') =>
    isMovable(entryMeaningOf({ company, entryDescription, transactionType }));

  test.each([
    ['VENMO', 'PAYMENT'],
    ['WISE US INC', 'WISE'],
    ['COINBAY CRYPTO', 'PURCHASE'],
    ['WESTERN UNION', 'SEND MONEY'],
    ['NORTHSTAR BANK', 'TRANSFER'],
    ['FIDELITY INVESTMENTS', 'TRANSFER'],
    ['NOVA TRADE', 'XFER'],
  ])('money leaves a member’s reach through %s %s', (company, description) => {
    expect(moves(company, description)).toBe(true);
  });

  test.each([
    ['ELMWOOD BROKERS', 'INVEST', 'Debit'],
    ['TOYOTA FINANCIAL', 'TRANSFER', 'Debit'],
    ['STRIPE', 'TRANSFER', 'Credit'],
    ['SQUARE INC', 'DEPOSIT', 'Credit'],
    ['VENMO', 'PAYROLL', 'Credit'],
    ['TRANSFER STATION', 'COUNTY FEE', 'Debit'],
    ['SMITH TRANSFER INC', 'PAYROLL', 'Credit'],
  ] as const)('money does not leave a member’s reach through %s %s', (company, description, type) => {
    expect(moves(company, description, type)).toBe(false);
  });
});

test('a bill from any company is recognized by its wording', () => {
  const bill = (company: string, entryDescription: string) =>
    namesBill({ company, entryDescription, transactionType: 'Debit' });
  expect([bill('NOVA TRADE', 'RENT'), bill('NOVA TRADE', 'TUITION'), bill('NOVA TRADE', 'MTG PYMT')]).toEqual([
    true,
    true,
    true,
  ]);
  expect([bill('NOVA TRADE', 'PAYMENT'), bill('NOVA TRADE', 'PURCHASE')]).toEqual([false, false]);
});

test('wallets are recognized by name', () => {
  expect([isWallet('VENMO'), isWallet('Cash App'), isWallet('WALLETS AND BAGS'), isWallet('NORTHSTAR BANK')]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

describe('words that announce new bank details', () => {
  test.each([
    'NEW BANK DETAILS',
    'NEW BANKING INFO',
    'UPDATED REMIT TO',
    'UPDATED REMITTANCE ADDRESS',
    'CHANGE IN ACCT',
    'CHANGE OF ACCOUNT',
    'CHANGED ACC NO',
    'NEW ACCTS PAYABLE DETAILS',
    'NEW ACCOUNTS',
    'NEW ACCOUNT 4471',
  ])('the words %s announce new bank details', (text) => {
    expect(NEW_BANK_DETAILS.test(text)).toBe(true);
  });

  test.each([
    'NEW ACCOUNT FUND',
    'NEW ACCOUNT FUNDING',
    'NEW ACCT FUNDED',
    'NEW ACCT OPEN',
    'NEW ACCOUNT OPENING',
    'NEW ACCOUNT OPENED',
    'NEW ACCOUNT SETUP',
    'NEW ACCOUNT SET UP',
    'NEW ACCOUNT FEE',
    'NEW ACCOUNT FEES',
    'NEW ACCOUNT DEP',
    'NEW ACCOUNT DEPOSIT',
    'NEW ACCOUNT BONUS',
    'NEW ACCESSORIES',
    'RENEW BANK',
  ])('the words %s do not announce new bank details', (text) => {
    expect(NEW_BANK_DETAILS.test(text)).toBe(false);
  });
});

function purpose(company: string, description: string): string | null {
  const [entry] = aHistory().credit('100.00').from(company).described(description).entries();
  return entry === undefined ? null : purposeOf(entry);
}

describe('credit purpose matching', () => {
  test.each([
    ['ACME', 'PAYROLL', 'payroll'],
    ['ACME', 'DIR-DEP', 'payroll'],
    ['ACME', 'Direct Deposit', 'payroll'],
    ['ACME', 'DIRECTDEP', 'payroll'],
    ['ACME', 'WAGE', 'payroll'],
    ['ACME', 'WAGES', 'payroll'],
    ['SSA TREAS 310', 'XXSOC SEC', 'government'],
    ['STATE OF OHIO', 'PENSION', 'government'],
    ['IRS', 'TAXREF', 'tax'],
    ['STATE OF OHIO', 'TAX REF', 'tax'],
    ['STATE OF OHIO', 'TAXREFUND', 'tax'],
    ['PRAIRIE', 'LOAN', 'loan'],
    ['SUMMIT', 'DIVIDEND', 'distribution'],
    ['PRAIRIE', 'LOAN_DISBURSEMENT', 'loan'],
    ['MUTUAL', 'CLAIM 12', 'claim'],
    ['SUMMIT', 'IRA DISTRIB', 'distribution'],
    ['ACME', 'EXPENSE REIMB', 'expense'],
    ['EDD', 'UI BENEFIT PAYROLL', 'unemployment'],
  ])('the credit from %s described as %s has the purpose %s', (company, description, expected) => {
    expect(purpose(company, description)).toBe(expected);
  });

  test.each([
    ['FIRST NATIONAL', 'TRANSFER'],
    ['MISSION FOODS', 'SALE'],
    ['BUILDERS GUILD', 'INVOICE'],
    ['RELOAD GAMES', 'CASH OUT'],
  ])('credit purposes match whole words only: %s %s', (company, description) => {
    expect(purpose(company, description)).toBeNull();
  });

  test('a debit has no credit purpose, and unemployment benefits do not count as an explanation for a credit', () => {
    const [debit] = aHistory().debit('100.00').described('PAYROLL').entries();
    expect(debit && purposeOf(debit)).toBeNull();
    expect(isExemptPurpose('unemployment')).toBe(false);
    expect(isExemptPurpose('payroll')).toBe(true);
    expect(isExemptPurpose(null)).toBe(false);
  });
});

describe('entry text', () => {
  test('entry text is normalized to uppercase words separated by spaces', () => {
    expect(normalizeText('Café-Noir_LOAN.42')).toBe('CAFÉ NOIR LOAN 42');
    expect(normalizeText('Coast Bank ext-trf')).toBe('COAST BANK EXT TRF');
  });
});
