import { aContext } from '../testing/a-context.ts';
import { aFinding } from '../testing/a-finding.ts';
import { aHistory } from '../testing/a-history.ts';
import { companiesAsFrozen } from './companies-as-frozen.ts';

/** Two accounts of the member that have NOVA, one of them ACME as well. */
const history = aHistory()
  .account('1')
  .debit('5.00')
  .from('NOVA')
  .on('2026-03-02', '2026-03-03')
  .debit('5.00')
  .from('ACME')
  .account('2')
  .debit('5.00')
  .from('NOVA');

const evidence = {
  ...aFinding('new_companies', history).evidence,
  companies: [{ company: 'Nova, Inc.', firstSeenOnAccount: '2026-03-02', otherAccounts: 3 }],
};
const today = aContext({ known: ['ACME', 'NOVA'], sprays: ['ACME'] }).companies;
const frozen = (standing: { isKnown: boolean; isSpray: boolean }) =>
  companiesAsFrozen(today, { evidence, entries: history.entries() }, standing);

describe('the institution as an alert saw it', () => {
  test('a company of the evidence has as many users as it counts, and those of the member', () => {
    const companies = frozen({ isKnown: false, isSpray: false });
    expect(['NOVA', 'ACME', 'OTHER'].map((key) => companies.accountsUsing(key))).toEqual([5, 40, 1]);
  });

  test('it is what it is taken for, the others are what they are today', () => {
    const companies = frozen({ isKnown: false, isSpray: true });
    expect([companies.isKnown('NOVA'), companies.isSpray('NOVA')]).toEqual([false, true]);
    expect([companies.isKnown('ACME'), companies.isSpray('ACME')]).toEqual([true, true]);
    const other = frozen({ isKnown: true, isSpray: false });
    expect([other.isKnown('NOVA'), other.isSpray('NOVA')]).toEqual([true, false]);
    expect([other.isKnown('OTHER'), other.isSpray('OTHER')]).toEqual([false, false]);
  });

  test('when and how it came is told as today', () => {
    const companies = frozen({ isKnown: false, isSpray: false });
    expect(companies.firstSeen('NOVA')).toBe(today.firstSeen('NOVA'));
    expect(companies.debitsOnArrival('ACME')).toEqual({ accounts: 8, atOnce: 8 });
  });
});
