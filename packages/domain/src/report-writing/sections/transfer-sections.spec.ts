import { type TransferRoute, transferRouteOf, unclassifiedTransferOf } from './transfer-sections.ts';

interface Description {
  transactionType?: 'Credit' | 'Debit';
  isInternational?: boolean;
}

const routeOf = (company: string, entryDescription: string | null, details: Description = {}): TransferRoute | null =>
  transferRouteOf({
    company,
    entryDescription,
    transactionType: 'Debit',
    isInternational: false,
    ...details,
  });

describe('transfer channels', () => {
  test.each([
    ['NORTHSTAR BANK', 'TRANSFER', 'bank'],
    ['HIGHYIELD BANK', 'XFER', 'bank'],
    ['ELMWOOD BROKERS', 'INVEST', 'bank'],
    ['VENMO', 'PAYMENT', 'app'],
    ['CASH APP', 'CASHOUT', 'app'],
    ['CASHAPP', 'CASHOUT', 'app'],
    ['PAYPAL', 'INST XFER', 'app'],
    ['WISE', 'TRNSFR', 'app'],
    ['FIRST CREDIT', 'ZELLE', 'app'],
    ['COINBAY CRYPTO', 'PURCHASE', 'crypto'],
    ['COINBASE.COM', 'PURCHASE', 'crypto'],
    ['WESTERN UNION', 'SEND MONEY', 'remittance'],
    ['QX ACCT', 'EXT TRNSFR', 'unknown'],
  ])('the transfer channel for %s %s is %s', (company, description, route) => {
    expect(routeOf(company, description)).toBe(route);
  });

  test.each([
    ['BEACON BANK CARD', 'CRCARDPMT', 'Debit'],
    ['SYNCHRONY BANK', 'CC PYMT', 'Debit'],
    ['CHASE CREDIT CRD', 'AUTOPAY', 'Debit'],
    ['HIGHLAND BANK', 'PAYROLL', 'Credit'],
    ['VENMO', 'PAYROLL', 'Credit'],
    ['FIRST TRUST', 'MTG PYMT', 'Debit'],
    ['STRIPE', 'TRANSFER', 'Credit'],
    ['SQUARE INC', 'SDV-VRFY', 'Credit'],
    ['FIDELITY INVESTMENTS', 'DIVIDEND', 'Credit'],
    ['RIVERTON SCHOOLS', 'PAYROLL', 'Credit'],
    ['CITY WATER UTIL', 'WATER BILL', 'Debit'],
    ['TRANSFER STATION', 'COUNTY FEE', 'Debit'],
  ] as const)(
    'no transfer channel is assigned to %s %s, which is a payment or bill',
    (company, description, transactionType) => {
      expect(routeOf(company, description, { transactionType })).toBeNull();
    },
  );

  test('a transfer channel is determined for each entry, because a bank that pays wages also receives transfers', () => {
    expect(routeOf('NORTHSTAR BANK', 'TRANSFER')).toBe('bank');
    expect(routeOf('NORTHSTAR BANK', 'PAYROLL', { transactionType: 'Credit' })).toBeNull();
  });

  test('the transfer channel of an international entry is international unless its description is more specific', () => {
    expect(routeOf('PENSION NORDEN', 'PENSION', { transactionType: 'Credit', isInternational: true })).toBe(
      'international',
    );
    expect(routeOf('NORTHSTAR BANK', 'TRANSFER', { isInternational: true })).toBe('bank');
    expect(routeOf('PENSION NORDEN', 'PENSION', { transactionType: 'Credit' })).toBeNull();
  });

  test('no transfer channel is guessed for a bank entry when its description does not indicate a transfer', () => {
    const entry = {
      company: 'COASTAL SAVINGS',
      entryDescription: 'PAYMENT',
      transactionType: 'Debit' as const,
    };
    expect(transferRouteOf({ ...entry, isInternational: false })).toBeNull();
    expect(unclassifiedTransferOf(entry)).toBe('institutions');
    expect(unclassifiedTransferOf({ ...entry, company: 'NOVA TRADE' })).toBe('unknown');
    expect(unclassifiedTransferOf({ ...entry, company: 'CITY WATER UTIL' })).toBeNull();
    expect(unclassifiedTransferOf({ ...entry, entryDescription: 'TRANSFER' })).toBeNull();
  });
});
