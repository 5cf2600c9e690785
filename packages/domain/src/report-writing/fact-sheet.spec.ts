import { FactSheet } from './fact-sheet.ts';

const note = (label: string) => ({ label, source: 'a query' });

describe('fact sheet', () => {
  test('report facts are numbered in order, and repeated facts share a number', () => {
    const sheet = new FactSheet();
    const first = sheet.money(note('Credits'), 100);
    sheet.money(note('Debits'), 100);
    expect(sheet.money(note('Credits'), 100).fact).toBe(first.fact);
    expect(sheet.list().map(({ id, label }) => [id, label])).toEqual([
      ['F1', 'Credits'],
      ['F2', 'Debits'],
    ]);
  });

  test('report facts can be computed from other facts and reference them', () => {
    const sheet = new FactSheet();
    const [now, before] = [sheet.money(note('now'), 15_000), sheet.money(note('before'), 10_000)];
    expect(sheet.difference('more', now, before)).toMatchObject({
      text: '$50.00',
      fact: { source: 'F1 − F2' },
    });
    expect(sheet.change('growth', now, before)).toMatchObject({
      text: '50.0%',
      fact: { source: '(F1 − F2) ÷ F2' },
    });
    expect(sheet.partOf('part', before, now)?.text).toBe('66.7%');
  });

  test('a change between report facts has no growth rate when it starts at zero or the facts differ in kind', () => {
    const sheet = new FactSheet();
    const [some, none] = [sheet.count(note('some'), 5), sheet.count(note('none'), 0)];
    expect(sheet.change('growth', some, none)).toBeNull();
    expect(sheet.partOf('part', some, none)).toBeNull();
    const money = sheet.money(note('money'), 5);
    for (const [now, before] of [
      [some, money],
      [money, some],
    ] as const)
      expect(() => sheet.difference('more', now, before)).toThrow(TypeError);
    expect(() => sheet.partOf('part', sheet.share(note('share'), 0.5), some)).toThrow(TypeError);
  });

  test('a change between report facts has a growth rate when it starts at a negative amount', () => {
    const sheet = new FactSheet();
    const [now, before] = [sheet.money(note('now'), 50), sheet.money(note('before'), -100)];
    expect(sheet.change('growth', now, before)?.text).toBe('150.0%');
    expect(sheet.list().map(({ id }) => id)).toEqual(['F1', 'F2', 'F3']);
  });

  test.each([Number.NaN, 0.5, Number.POSITIVE_INFINITY])('a report fact rejects %d as cents or a count', (value) => {
    const sheet = new FactSheet();
    expect(() => sheet.money(note('money'), value)).toThrow(RangeError);
    expect(() => sheet.count(note('count'), value)).toThrow(`count: a count must be a whole number`);
    expect(() => sheet.money(note('money'), value)).toThrow('money: cents must be a safe integer');
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('a report fact rejects %d as a share', (value) => {
    expect(() => new FactSheet().share(note('share'), value)).toThrow(RangeError);
    expect(() => new FactSheet().number(note('number'), value, 1)).toThrow(RangeError);
  });

  test('report facts contain the text that reports show', () => {
    const sheet = new FactSheet();
    expect([
      sheet.count(note('a'), 13_190).text,
      sheet.share(note('b'), -0.125).text,
      sheet.share(note('c'), 0.0054).text,
      sheet.share(note('d'), 0).text,
      sheet.share(note('of one'), 0.01).text,
      sheet.share(note('of two'), -0.012).text,
      sheet.number(note('e'), 3.14159, 1).text,
      sheet.day(note('f'), '2026-08-03').text,
      sheet.month(note('g'), '2026-08').text,
      sheet.company(note('h'), 'ACME PAYROLL').text,
    ]).toEqual([
      '13,190',
      '-12.5%',
      '0.54%',
      '0.0%',
      '1.0%',
      '-1.2%',
      '3.1',
      'Aug 3, 2026',
      'Aug 2026',
      'ACME PAYROLL',
    ]);
  });
});
