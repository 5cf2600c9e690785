import { guessOf } from '../testing/guess-of.ts';

describe('which rows are credits', () => {
  const of = (...amounts: string[]) => {
    const rows = amounts.map((amount) => `100000017,Paula Sample,ACME,${amount},2026-03-16`);
    const { mapping, asked } = guessOf(['Account,Name,Company,Amount,Date', ...rows].join('\n'));
    return [mapping.direction, asked.includes('direction')];
  };

  it('is told by what stands behind every amount, or asked when only signs tell', () => {
    expect(of('10.00CR', '11.00 dr')).toEqual(['negative_is_debit', false]);
    expect(of('10.00 CR', '11.00')).toEqual(['type_column', false]);
    expect(of('10.00', '-11.00')).toEqual(['negative_is_debit', true]);
    expect(of('10.00', '($11.00)')).toEqual(['negative_is_debit', true]);
    expect(of('10.00', '11.00-')).toEqual(['negative_is_debit', true]);
    expect(of('10.00', '11.00')).toEqual(['type_column', false]);
    expect(of('', '')).toEqual(['type_column', false]);
  });
});
