import { counterpartyOf, entryMeaningOf, kindFromDescriptions, plainWords } from './counterparty.ts';
import { COUNTERPARTY_LABELS, NAMED_COMPANIES, SOURCES } from './counterparty-table.ts';

const debit = (company: string, entryDescription: string | null) => {
  const { kind, purpose } = entryMeaningOf({ company, entryDescription, transactionType: 'Debit' });
  return [kind, purpose];
};
const credit = (company: string, entryDescription: string | null) => {
  const { kind, purpose } = entryMeaningOf({ company, entryDescription, transactionType: 'Credit' });
  return [kind, purpose];
};

describe('debits', () => {
  test.each([
    ['SYNCHRONY BANK', 'CC PYMT', 'card_issuer', 'card_payment'],
    ['CHASE CREDIT CRD', 'EPAY', 'card_issuer', 'card_payment'],
    ['CHASE CREDIT CRD', 'AUTOPAY', 'card_issuer', 'card_payment'],
    ['AMERICAN EXPRESS', 'ACH PMT', 'card_issuer', 'card_payment'],
    ['CAPITAL ONE', 'CRCARDPMT', 'card_issuer', 'card_payment'],
    ['CAPITAL ONE AUTO', 'CARPAY', 'auto_lender', 'loan_payment'],
    ['TOYOTA FINANCIAL', 'AUTO PAY', 'auto_lender', 'loan_payment'],
    ['TOYOTA FINANCIAL SERVICES', 'AUTO PAY', 'auto_lender', 'loan_payment'],
    ['CHASE', 'MTG PYMT', 'mortgage_lender', 'loan_payment'],
    ['DISCOVER BANK', 'ETRANSFER', 'bank', 'unknown'],
    ['DISCOVER', 'E-PAYMENT', 'card_issuer', 'card_payment'],
    ['ALLY BANK', 'TRANSFER', 'bank', 'transfer'],
    ['NORTHSTAR BANK', 'TRANSFER', 'bank', 'transfer'],
    ['ELMWOOD BROKERS', 'INVEST', 'broker', 'investment'],
    ['VENMO', 'PAYMENT', 'payment_app', 'transfer'],
    ['Wise Inc', 'TRNSFR', 'payment_app', 'transfer'],
    ['PAYPAL', 'INST XFER', 'payment_app', 'transfer'],
    ['WESTERN UNION', 'SEND MONEY', 'remittance', 'transfer'],
    ['COINBASE.COM', 'PURCHASE', 'crypto', 'purchase'],
    ['STATE UNIVERSITY', 'TUITION', 'school', 'bill'],
    ['IRS', 'USATAXPYMT', 'government', 'tax'],
    ['MERIDIAN QX', 'CRCARDPMT', 'card_issuer', 'card_payment'],
    ['KEYSTONE LENDING', 'MTG PYMT', 'mortgage_lender', 'loan_payment'],
    ['DRIVEWELL FIN', 'LOAN PYMT', 'unknown', 'loan_payment'],
    ['NOVA TRADE', 'PAYMENT', 'unknown', 'unknown'],
    ['NORTHSTAR BANK', 'PAYMENT', 'bank', 'unknown'],
    ['COASTAL SAVINGS', null, 'bank', 'unknown'],
  ])('a debit of %s with %s has kind %s and purpose %s', (company, description, kind, purpose) => {
    expect(debit(company, description)).toEqual([kind, purpose]);
  });
});

describe('credits', () => {
  test.each([
    ['STRIPE', 'TRANSFER', 'processor', 'merchant_settlement'],
    ['SQUARE INC', 'SDV-VRFY', 'processor', 'merchant_settlement'],
    ['SQUARE', '251120P2', 'processor', 'merchant_settlement'],
    ['CLOVER', 'DEPOSIT', 'processor', 'merchant_settlement'],
    ['BANKCARD 8076', 'MTOT DEP', 'processor', 'merchant_settlement'],
    ['AMERICAN EXPRESS', 'SETTLEMENT', 'card_issuer', 'merchant_settlement'],
    ['STATE UNIVERSITY', 'FIN AID', 'school', 'benefit'],
    ['SSA TREAS 310', 'XXSOC SEC', 'government', 'benefit'],
    ['IRS TREAS 310', 'TAX REF', 'government', 'tax_refund'],
    ['HIGHLAND BANK', 'PAYROLL', 'bank', 'wages'],
    ['ONYX IMPORTS', 'PAYROLL', 'employer', 'wages'],
    ['PRAIRIE HELOC', 'LOAN DISB', 'mortgage_lender', 'loan_proceeds'],
  ])('a credit of %s with %s has kind %s and purpose %s', (company, description, kind, purpose) => {
    expect(credit(company, description)).toEqual([kind, purpose]);
  });
});

test.each([
  ['COIN LAUNDRY', 'crypto'],
  ['CASH CONVERTERS', 'payday_lender'],
  ['CARDINAL HEALTH', 'card_issuer'],
  ['STRIPES STORES', 'processor'],
  ['SQUARE ENIX', 'processor'],
  ['WISE FOODS', 'payment_app'],
  ['UNIVERSITY FEDERAL CREDIT UNION', 'school'],
  ['UNIVERSITY FEDER', 'school'],
  ['CHASE PACKAGING', 'bank'],
  ['DISCOVERY INC', 'card_issuer'],
  ['TARGET ROCK CONSULTING', 'retailer'],
  ['FARMERS BANK', 'insurer'],
  ['BANKS HARDWARE', 'bank'],
  ['FIRST FOOD BANK', 'bank'],
  ['BET HOLDINGS', 'gambling'],
  ['CRYPTOGRAPHY BOOKS', 'crypto'],
  ['DAVE ROOFING', 'payday_lender'],
  ['PROGRESSIVE DENTAL', 'insurer'],
  ['HARTFORD HOSPITAL', 'insurer'],
  ['REGIONS HOSPITAL', 'bank'],
  ['HUNTINGTON BEACH', 'bank'],
  ['SMITH TRANSFER INC', 'bank'],
])('the company %s is not classified as %s', (company, kind) => {
  expect(counterpartyOf(company).kinds).not.toContain(kind);
});

test('a company name cut at the NACHA length is read as the full name', () => {
  expect(counterpartyOf('ELMFIELD INSURAN').kind).toBe('insurer');
  expect(counterpartyOf('ELM UNIVERS').kind).toBe('unknown');
  expect(counterpartyOf('LAKEWOOD UNIVERS').kind).toBe('school');
});

test('every company classification states its source, and unrecognized names are unknown', () => {
  expect(counterpartyOf('VENMO')).toEqual({
    kind: 'payment_app',
    kinds: ['payment_app'],
    reason: 'FinCEN MSB registrant search',
  });
  expect(counterpartyOf('NOVA TRADE').kind).toBe('unknown');
  expect(entryMeaningOf({ company: 'QX 17', entryDescription: 'MTG PYMT', transactionType: 'Debit' }).reason).toBe(
    'The entry description',
  );
});

test('a company with an unknown name has the kind of more than half of its entries', () => {
  const kindOf = (entryDescription: string | null, entries: number) =>
    ({ entryDescription, transactionType: 'Debit', entries }) as const;
  expect(kindFromDescriptions('BETARENA SPORTS', [kindOf('WAGER', 3), kindOf('SUBSCR', 2)])).toBe('gambling');
  expect(
    kindFromDescriptions('BETARENA SPORTS', [kindOf('WAGER', 2), kindOf('WAGER 123456', 2), kindOf(null, 3)]),
  ).toBe('gambling');
  expect(kindFromDescriptions('BETARENA SPORTS', [kindOf('WAGER', 2), kindOf('SUBSCR', 2)])).toBeNull();
  expect(kindFromDescriptions('BETARENA SPORTS', [])).toBeNull();
  expect(kindFromDescriptions('VENMO', [kindOf('WAGER', 3)])).toBeNull();
});

test('the company table uses known kinds and names in plain words', () => {
  for (const { kinds, names, source } of NAMED_COMPANIES) {
    expect(kinds.filter((kind) => !Object.hasOwn(COUNTERPARTY_LABELS, kind))).toEqual([]);
    expect(names.filter((name) => plainWords(name) !== name)).toEqual([]);
    expect(SOURCES[source]).toEqual(expect.any(String));
  }
});
