import { meaningOf } from '../../companies/counterparty.ts';
import { aHistory } from '../testing/a-history.ts';
import { isCardPayment, isMovable, isTransferType, isWallet, namesBill } from './entry-meaning.ts';

function isTransfer(company: string, entryDescription: string | null = null): boolean {
  return isTransferType({ entry: { company, entryDescription, transactionType: 'Debit' }, isMovable: false });
}

describe('money between accounts', () => {
  test.each([
    ['COAST', 'TRNSFR'],
    ['COAST', 'EXT TRF'],
    ['COAST BANK', 'WEB PMT'],
    ['ALLYBANK', null],
    ['AXOBANK', null],
    ['RIVER FCU', null],
  ])('%s %s moves it', (company, description) => {
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
  ])('%s %s does not', (company, description) => {
    expect(isTransfer(company, description)).toBe(false);
  });

  test('what is movable does, whatever it says', () => {
    const entry = { company: 'VENMO', entryDescription: 'RENT', transactionType: 'Debit' as const };
    expect(isTransferType({ entry, isMovable: true })).toBe(true);
  });
});

function paysCard(company: string): boolean {
  return aHistory().debit('5.00').from(company).entries().every(isCardPayment);
}

describe('the bill of a card', () => {
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
  ])('is paid by %s', (company) => {
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
  ])('is not what %s collects', (company) => {
    expect(paysCard(company)).toBe(false);
  });

  test('is a debit', () => {
    expect(aHistory().credit('5.00').from('AMEX EPAYMENT').entries().some(isCardPayment)).toBe(false);
  });
});

describe('money that leaves the reach of a member', () => {
  const moves = (
    company: string,
    entryDescription: string | null,
    transactionType: 'Credit' | 'Debit' = 'Debit',
  ) => isMovable(meaningOf({ company, entryDescription, transactionType }));

  test.each([
    ['VENMO', 'PAYMENT'],
    ['WISE US INC', 'WISE'],
    ['COINBAY CRYPTO', 'PURCHASE'],
    ['WESTERN UNION', 'SEND MONEY'],
    ['NORTHSTAR BANK', 'TRANSFER'],
    ['FIDELITY INVESTMENTS', 'TRANSFER'],
    ['NOVA TRADE', 'XFER'],
  ])('goes by %s %s', (company, description) => {
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
  ] as const)('does not go by %s %s', (company, description, type) => {
    expect(moves(company, description, type)).toBe(false);
  });
});

test('a bill names itself, whoever sends it', () => {
  const bill = (company: string, entryDescription: string) =>
    namesBill({ company, entryDescription, transactionType: 'Debit' });
  expect([bill('NOVA TRADE', 'RENT'), bill('NOVA TRADE', 'TUITION'), bill('NOVA TRADE', 'MTG PYMT')]).toEqual(
    [true, true, true],
  );
  expect([bill('NOVA TRADE', 'PAYMENT'), bill('NOVA TRADE', 'PURCHASE')]).toEqual([false, false]);
});

test('a wallet says nothing about who pays through it', () => {
  expect([
    isWallet('VENMO'),
    isWallet('Cash App'),
    isWallet('WALLETS AND BAGS'),
    isWallet('NORTHSTAR BANK'),
  ]).toEqual([true, true, false, false]);
});
