import { decodeFieldText, parseNachaDate, parseSettlementDate } from './nacha-record.ts';

describe('NACHA dates', () => {
  test.each([
    ['260302', '2026-03-02'],
    ['240229', '2024-02-29'],
    ['691231', '2069-12-31'],
    ['700101', '1970-01-01'],
    ['991231', '1999-12-31'],
    ['      ', null],
    ['000000', null],
    ['260230', undefined],
    ['261301', undefined],
    ['2603 2', undefined],
    ['NOV 20', undefined],
    ['2603021', undefined],
    ['1260302', undefined],
  ])('the NACHA date "%s" is read as %s', (content, day) => {
    expect(parseNachaDate(content)).toBe(day);
  });

  test.each([
    ['062', '2026-03-02', '2026-03-03'],
    ['002', '2026-12-31', '2027-01-02'],
    ['365', '2026-01-02', '2025-12-31'],
    ['366', '2024-12-31', '2024-12-31'],
    ['366', '2025-01-02', '2024-12-31'],
    ['060', '2024-02-28', '2024-02-29'],
    ['   ', '2026-03-02', null],
    ['000', '2026-03-02', null],
    ['062', null, null],
    ['366', '2026-06-30', undefined],
    ['367', '2026-06-30', undefined],
    ['6 2', '2026-06-30', undefined],
    [' 62', '2026-06-30', undefined],
    ['1e2', '2026-06-30', undefined],
  ])('the NACHA settlement day "%s" near %s is %s', (content, near, day) => {
    expect(parseSettlementDate(content, near)).toBe(day);
  });
});

test('the year of a NACHA settlement day depends on the date of its batch', () => {
  expect(parseSettlementDate('062', '2026-03-02')).toBe('2026-03-03');
  expect(parseSettlementDate('062', '2027-03-02')).toBe('2027-03-03');
});

describe('NACHA field text', () => {
  test.each([
    ['  PAULA SAMPLE  ', 'PAULA SAMPLE'],
    ['JOS\u00c9', 'JOSÉ'],
    ['JOS\u00c3\u0089', 'JOSÉ'],
    ['  NICOL\u00c3\u00a0  ', 'NICOLà'],
    ['O\u0092BRIEN\u00a0', 'O’BRIEN'],
    ['JOSÉ€', 'JOSÉ€'],
    ['PAULA\tSAMPLE\0', 'PAULA SAMPLE'],
    ['\tŁUKASZ\0', 'ŁUKASZ'],
  ])('the NACHA field text %j is read as %s', (content, text) => {
    expect(decodeFieldText(content)).toBe(text);
  });
});
