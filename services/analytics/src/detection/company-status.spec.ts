import { companyStatusChanges } from './company-status.service.ts';
import type { StoredCompanyStatus } from './company-table.service.ts';

const aCompany = (given: Partial<StoredCompanyStatus> = {}): StoredCompanyStatus => ({
  companyKey: 'ACME',
  accounts: 7,
  firstDay: '2026-01-02',
  arrivalSpanDays: 0,
  activeMonths: 1,
  debitedAccounts: 7,
  debitedAtOnce: 7,
  isKnown: false,
  isSpray: false,
  ...given,
});
const one = (given: Partial<StoredCompanyStatus> = {}) => new Map([['ACME', aCompany(given)]]);
const NONE = new Map<string, StoredCompanyStatus>();

describe('company status', () => {
  it.each([
    ['stays nothing', one(), one({ accounts: 9 })],
    ['stays known', one({ isKnown: true }), one({ isKnown: true })],
    ['is nothing when it comes', NONE, one()],
    ['was nothing when it goes', one(), NONE],
  ])('no company status change is reported when a company %s', (_what, before, now) => {
    expect(companyStatusChanges(before, now)).toEqual({ becameKnown: new Map(), others: new Set() });
  });

  it.each([
    ['a company that was there', one()],
    ['a new company', NONE],
  ])('the newly known companies include %s when it becomes known', (_what, before) => {
    expect(companyStatusChanges(before, one({ isKnown: true }))).toEqual({
      becameKnown: new Map([['ACME', 7]]),
      others: new Set(),
    });
  });

  it.each([
    ['is no longer known', one({ isKnown: true }), one()],
    ['goes as a known one', one({ isKnown: true }), NONE],
    ['becomes a spray', one(), one({ isSpray: true })],
    ['is no longer a spray', one({ isSpray: true }), one()],
    ['is known instead of a spray', one({ isSpray: true }), one({ isKnown: true })],
  ])('the status of a company changes for all its users when it %s', (_what, before, now) => {
    expect(companyStatusChanges(before, now)).toEqual({ becameKnown: new Map(), others: new Set(['ACME']) });
  });
});
