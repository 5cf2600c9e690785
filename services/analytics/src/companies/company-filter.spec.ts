import { companyConditions } from './companies.service.ts';

describe('company list limits', () => {
  it('the company list limits are strictly compared with the number that the user entered [spec 5.20]', () => {
    const { sql, values } = companyConditions({
      creditsAbove: ' $1,234.50 ',
      volumeBelow: '-3',
      membersAbove: '5.',
    });
    expect(sql).toBe('f.members > $1::numeric AND f.credits > $2::numeric AND f.credits + f.debits < $3::numeric');
    expect(values).toEqual(['5', '1234.50', '-3']);
  });

  it.each(['', ' ', 'abc', '1e9', '0x10', '--1', '1.2.3', 'NaN', 'Infinity', '9'.repeat(21), '１'])(
    'the company list limits are ignored when they are not a number (%j)',
    (text) => {
      expect(companyConditions({ membersAbove: text, debitsBelow: text }).sql).toBe('true');
    },
  );
});

describe('company search', () => {
  it('the company list search finds an amount in any format and does not change words', () => {
    expect(companyConditions({ search: '$1,234.5' }).values).toEqual([['$1,234.5', '1234.5']]);
    expect(companyConditions({ search: '1234' }).values).toEqual(['1234']);
    expect(companyConditions({ search: ' A, B & $ON ' }).values).toEqual(['A, B & $ON']);
    expect(companyConditions({ search: '$' }).values).toEqual(['$']);
    expect(companyConditions({ search: '   ' }).values).toEqual([]);
  });
});
