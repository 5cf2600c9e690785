import { guessOf } from './testing/csv-fixtures.ts';

describe('CSV date order', () => {
  const withDates = (...dates: string[]) =>
    guessOf(
      [
        'Account,Name,Company,Type,Amount,Date',
        ...dates.map((date) => `100000017,Paula Sample,ACME,Credit,1.00,${date}`),
      ].join('\n'),
    );

  it('a number that cannot be a month determines the order of CSV dates', () => {
    expect(withDates('03/04/2026', '03/13/2026')).toMatchObject({
      mapping: { dateOrder: 'month_first' },
      questionFields: [],
    });
    expect(withDates('03/04/2026', '13/03/2026')).toMatchObject({
      mapping: { dateOrder: 'day_first' },
      questionFields: [],
    });
    expect(withDates('03042026', '13032026')).toMatchObject({
      mapping: { dateOrder: 'day_first' },
      questionFields: [],
    });
    expect(withDates('03042026', '03132026')).toMatchObject({
      mapping: { dateOrder: 'month_first' },
      questionFields: [],
    });
    expect(withDates('3/4/26', '13/3/26')).toMatchObject({
      mapping: { dateOrder: 'day_first' },
      questionFields: [],
    });
    expect(withDates('4/3/26', '4/13/26')).toMatchObject({
      mapping: { dateOrder: 'month_first' },
      questionFields: [],
    });
  });

  it('the order of CSV dates is that of most dates if dates contradict each other', () => {
    expect(withDates('13/03/2026', '14/03/2026', '03/13/2026').mapping.dateOrder).toBe('day_first');
    expect(withDates('13/03/2026', '03/14/2026', '03/13/2026').mapping.dateOrder).toBe('month_first');
    expect(withDates('13/03/2026', '03/13/2026').mapping.dateOrder).toBe('month_first');
  });

  it('the order of CSV dates needs a question if every date is ambiguous or dates contradict each other', () => {
    expect(withDates('03/04/2026', '05/06/2026').questionFields).toEqual(['dateOrder']);
    expect(withDates('12/04/2026', '04/12/2026').questionFields).toEqual(['dateOrder']);
    expect(withDates('3/4/26', '5/6/26').questionFields).toEqual(['dateOrder']);
    expect(withDates('13/03/2026', '03/13/2026').questionFields).toEqual(['dateOrder']);
    expect(withDates('03042026', '05062026').questionFields).toEqual(['dateOrder']);
  });

  it('the order of CSV dates needs no question when the year comes first or the month is a word', () => {
    expect(withDates('2026-03-04', '2026-05-06').questionFields).toEqual([]);
    expect(withDates('04-Mar-2026').questionFields).toEqual([]);
  });
});
