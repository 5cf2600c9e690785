import { inWords, readInWords } from './words-of.ts';

describe('what entries say in words', () => {
  test('is company and description in capitals, anything else a blank', () => {
    expect(inWords('Café-Noir_LOAN.42')).toBe('CAFÉ NOIR LOAN 42');
    const read = readInWords((words) => words);
    expect(read({ company: 'Coast Bank', entryDescription: 'ext-trf' })).toBe('COAST BANK EXT TRF');
    expect(read({ company: 'Coast Bank', entryDescription: null }).trim()).toBe('COAST BANK');
  });

  /** A reader of words that notes what it has read. */
  function noting() {
    const texts: string[] = [];
    const read = readInWords((words) => texts.push(words));
    return { texts, say: (company: string, entryDescription: string) => read({ company, entryDescription }) };
  }

  test('is read once for each company and description', () => {
    const { texts, say } = noting();
    expect([
      say('A', 'BILL'),
      say('A', 'RENT'),
      say('B', 'BILL'),
      say('A', 'RENT'),
      say('A', 'BILL'),
    ]).toEqual([1, 2, 3, 2, 1]);
    expect(texts).toEqual(['A BILL', 'A RENT', 'B BILL']);
  });

  test('is forgotten, and read again, when too much has been said', () => {
    const { texts, say } = noting();
    for (let number = 1; number <= 5_000; number += 1) say('A', String(number));
    say('A', '1');
    expect(texts).toHaveLength(5_000);
    say('A', '5001');
    say('A', '5001');
    expect(texts).toHaveLength(5_001);
    expect(say('A', '1')).toBe(5_002);
  });
});
