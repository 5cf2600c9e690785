import { type TransferRoute, transferRouteOf } from './transfer-route.ts';

const routeOf = (
  company: string,
  description: string | null,
  isInternational = false,
): TransferRoute | null =>
  transferRouteOf({ company, descriptions: description === null ? [] : [description], isInternational });

describe('the way by which money leaves or comes', () => {
  test.each([
    ['NORTHSTAR BANK', 'TRANSFER', 'bank'],
    ['HIGHYIELD BANK', 'XFER', 'bank'],
    ['COASTAL SAVINGS', null, 'bank'],
    ['ELMWOOD BROKERS', 'INVEST', 'bank'],
    ['VENMO', 'PAYMENT', 'app'],
    ['CASH APP', 'CASHOUT', 'app'],
    ['PAYPAL', 'INST XFER', 'app'],
    ['COINBAY CRYPTO', 'PURCHASE', 'crypto'],
    ['CASHAPP', 'CASHOUT', 'app'],
    ['FIRST CREDIT', 'ZELLE', 'app'],
    ['COINBASE.COM', 'PURCHASE', 'crypto'],
    ['WESTERN UNION', 'SEND MONEY', 'remittance'],
  ])('%s %s is %s', (company, description, route) => {
    expect(routeOf(company, description)).toBe(route);
  });

  test.each([
    ['BEACON BANK CARD', 'CRCARDPMT'],
    ['HIGHLAND BANK', 'PAYROLL'],
    ['FIRST TRUST', 'MTG PYMT'],
    ['RIVERTON SCHOOLS', 'PAYROLL'],
    ['CITY WATER UTIL', 'WATER BILL'],
  ])('%s %s pays or bills', (company, description) => {
    expect(routeOf(company, description)).toBeNull();
  });

  test('is told by one of several descriptions, and none once wages are among them', () => {
    const routeOfAll = (company: string, ...descriptions: string[]) =>
      transferRouteOf({ company, descriptions, isInternational: false });
    expect(routeOfAll('NORTHSTAR BANK', 'TRANSFER', 'CRCARDPMT')).toBe('bank');
    expect(routeOfAll('FIRST CREDIT', 'PURCHASE', 'VENMO')).toBe('app');
    expect(routeOfAll('VENMO', 'CASHOUT', 'PAYROLL')).toBeNull();
    expect(routeOfAll('NORTHSTAR BANK', 'TRANSFER', 'PAYROLL')).toBeNull();
  });

  test('an international entry is one, unless its words say more', () => {
    expect(routeOf('PENSION NORDEN', 'PENSION', true)).toBe('international');
    expect(routeOf('NORTHSTAR BANK', 'TRANSFER', true)).toBe('bank');
    expect(routeOf('PENSION NORDEN', 'PENSION')).toBeNull();
  });
});
