import { aContext } from '../testing/a-context.ts';
import { aHistory, type HistoryBuilder } from '../testing/a-history.ts';
import { highRiskDebits, highRiskOf } from './high-risk-debits.ts';

const { companies } = aContext({ known: ['ATELIER NORD'] });

/** Why a debit is high-risk. */
function why(company: string, description = 'PAYMENT', secCode = 'WEB'): string | null {
  const [debit] =
    aHistory().debit('5.00').from(company).described(description).ofClass(secCode).build().accounts[0]
      ?.entries ?? [];
  if (debit === undefined) throw new Error('there is a debit');
  return highRiskOf(debit, companies);
}

describe('high-risk debits', () => {
  test.each([
    ['BET', 'gambling'],
    ['BETS', 'gambling'],
    ['WAGER', 'gambling'],
    ['WAGERS', 'gambling'],
    ['LOTTERY', 'gambling'],
    ['CASH ADV', 'payday or cash advance'],
    ['PAYDAY', 'payday or cash advance'],
    ['PAYMENT', null],
    ['BETA TEST', null],
  ])('the description %s says: %s', (description, line) => {
    expect(why('NOVA', description)).toBe(line);
  });

  test('the name of the company says it first, and what a family is called by chance says nothing', () => {
    expect(why('BITCOIN DEPOT', 'BETS')).toBe('cryptocurrency');
    expect([why('WAGER FAMILY DENTAL'), why('BET HOLDINGS')]).toEqual([null, null]);
  });

  test('international is what nobody here knows', () => {
    expect(why('ATELIER SUD', 'PAYMENT', 'IAT')).toBe('international entry (IAT)');
    expect(why('ATELIER NORD', 'PAYMENT', 'IAT')).toBeNull();
    expect(why('ATELIER NORD', 'LOTTERY', 'IAT')).toBe('gambling');
  });

  test('credits, returns and reversals moved no money in the end', () => {
    const found = (history: HistoryBuilder) => {
      const [account] = history.build().accounts;
      return account === undefined ? 0 : highRiskDebits(account, companies).length;
    };
    expect(found(aHistory().debit('5.00').from('BITCOIN DEPOT'))).toBe(1);
    expect(found(aHistory().credit('5.00').from('BITCOIN DEPOT'))).toBe(0);
    expect(found(aHistory().debit('5.00').from('BITCOIN DEPOT').withCode('26'))).toBe(0);
    expect(found(aHistory().debit('5.00').from('BITCOIN DEPOT').described('REVERSAL'))).toBe(0);
  });
});
