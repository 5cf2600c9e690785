import { looksAlike } from './looks-alike.ts';

describe('an amount that is taken for another', () => {
  test.each([
    ['20.00', '29.00', 'a figure taken for another'],
    ['20.00', '39.00', 'two figures taken for others'],
    ['$1,250.00', '1,250.08', 'signs of money apart'],
    ['(12.50)', '-12.50', 'signs of money apart'],
    ['57.1', '57.11', 'the last figure lost'],
    ['57.11', '7.11', 'the first figure lost'],
    ['1,25.00', '1,235.00', 'a figure within lost'],
  ])('may be %s for %s: %s', (one, other) => {
    expect([looksAlike(one, other), looksAlike(other, one)]).toEqual([true, true]);
  });

  test.each([
    ['123.45', '678.45', 'three figures differ'],
    ['20.00', '199.00', 'a figure more, and others'],
    ['12.00', '1234.00', 'two figures more'],
    ['12.00', '1200.00', 'two figures more'],
  ])('is not %s for %s: %s', (one, other) => {
    expect([looksAlike(one, other), looksAlike(other, one)]).toEqual([false, false]);
  });
});
