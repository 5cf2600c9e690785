import { aContext } from '../testing/a-context.ts';
import { aHistory } from '../testing/a-history.ts';
import { moneyThrough } from './money-through.ts';
import { unfamiliarDebits } from './unfamiliar-debits.ts';

/** A supplier nobody knows takes $100 a month and then $120; a stranger pays $150, which goes on to a shop. */
const [account] = aHistory()
  .debit('100.00')
  .from('SUPPLIER')
  .on('2025-10-01')
  .again({ times: 4, everyDays: 30 })
  .debit('120.00')
  .from('SUPPLIER')
  .on('2026-03-02')
  .credit('150.00')
  .from('STRANGER')
  .on('2026-03-03')
  .debit('140.00')
  .from('SHOP')
  .on('2026-03-04')
  .build().accounts;

const { companies } = aContext();
const ASKED = { creditMinimum: 100, routineRatio: 1.25, routineDays: 30 };

/** What passes through in March, by company. */
function through(asked = ASKED, table = companies): string[] {
  if (account === undefined) throw new Error('there is an account');
  return moneyThrough(account, table, asked)
    .filter(({ entry }) => entry.day >= '2026-03-01')
    .map(({ entry }) => entry.company);
}

describe('what is looked up once for several rules', () => {
  test('is looked up anew for a rule that asks otherwise', () => {
    expect(through()).toEqual(['STRANGER', 'SHOP']);
    expect(through({ ...ASKED, creditMinimum: 151 })).toEqual(['SHOP']);
    expect(through()).toEqual(['STRANGER', 'SHOP']);
    expect(through({ ...ASKED, routineRatio: 1.19 })).toEqual(['SUPPLIER', 'STRANGER', 'SHOP']);
    expect(through()).toEqual(['STRANGER', 'SHOP']);
    expect(through({ ...ASKED, routineDays: 180 })).toEqual(['SUPPLIER', 'STRANGER', 'SHOP']);
    expect(through()).toEqual(['STRANGER', 'SHOP']);
    expect(through(ASKED, aContext({ known: ['SHOP'] }).companies)).toEqual(['STRANGER']);
  });

  test('is the same list for rules that ask the same', () => {
    if (account === undefined) throw new Error('there is an account');
    expect(moneyThrough(account, companies, ASKED)).toBe(moneyThrough(account, companies, { ...ASKED }));
    const debits = unfamiliarDebits(account, companies);
    expect(unfamiliarDebits(account, companies)).toBe(debits);
    expect(unfamiliarDebits(account, aContext({ known: ['SHOP'] }).companies)).not.toEqual(debits);
  });
});
