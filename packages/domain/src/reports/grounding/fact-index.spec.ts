import { FactSheet } from '../fact-sheet.ts';
import { aClause } from '../testing/a-clause.ts';
import { FactIndex } from './fact-index.ts';
import { findNumbers } from './reading/find-numbers.ts';
import type { Clause } from './sentence/clause.ts';

const of = (label: string) => ({ label, source: 'test' });

/** Which of the facts a figure states. */
function foundIn(
  write: (sheet: FactSheet) => void,
  text: string,
  clause: Partial<Clause> = {},
): string | undefined {
  const sheet = new FactSheet();
  write(sheet);
  const said = findNumbers(text)[0]?.said ?? { kind: 'unclear' };
  return new FactIndex(sheet.list()).find({ said, text }, aClause(clause))?.label;
}

describe('the fact that a figure states', () => {
  const twelve = (sheet: FactSheet) => {
    sheet.count(of('Open alerts'), 12);
    sheet.count(of('New companies'), 12);
    sheet.count(of('Members watched since autumn'), 12);
  };

  test('is the one whose name has most words of those around it', () => {
    expect(foundIn(twelve, '12', { after: ' alerts' })).toBe('Open alerts');
    expect(foundIn(twelve, '12', { after: ' companies' })).toBe('New companies');
    expect(foundIn(twelve, '12', { nearBefore: 'watched members: ' })).toBe('Members watched since autumn');
    const close = (sheet: FactSheet) => {
      sheet.count(of('Alerts'), 12);
      sheet.count(of('Alerts of autumn'), 12);
    };
    expect(foundIn(close, '12', { after: ' alerts', sentence: 'In autumn there were ' })).toBe(
      'Alerts of autumn',
    );
    expect(foundIn(close, '12', { after: ' alerts' })).toBe('Alerts');
  });

  test('shares a word with what is around a small figure, with the sentence where no noun is behind it', () => {
    expect(foundIn(twelve, '12', { sentence: 'Of open alerts there are ' })).toBe('Open alerts');
    expect(
      foundIn(twelve, '12', { after: ' pounds', sentence: 'Of open alerts there are ' }),
    ).toBeUndefined();
    expect(foundIn(twelve, '12', { after: ', pounds', sentence: 'Of open alerts there are ' })).toBe(
      'Open alerts',
    );
    expect(foundIn(twelve, '12')).toBeUndefined();
  });

  test('needs no word for an amount or a count of four digits, whatever its sign', () => {
    const large = (sheet: FactSheet) => {
      sheet.money(of('Sum'), 100_000);
      sheet.money(of('Balance'), -234_500);
      sheet.count(of('Size'), 1_000);
      sheet.share(of('Part'), 12.34);
    };
    expect(foundIn(large, '$1,000')).toBe('Sum');
    expect(foundIn(large, '-$2,345')).toBe('Balance');
    expect(foundIn(large, '1,000')).toBe('Size');
    expect(foundIn(large, '1,234.0%')).toBeUndefined();
    const smaller = (sheet: FactSheet) => {
      sheet.money(of('Sum'), 99_900);
      sheet.count(of('Size'), 999);
    };
    expect([foundIn(smaller, '$999'), foundIn(smaller, '999')]).toEqual([undefined, undefined]);
    expect(foundIn(smaller, '$999.00')).toBe('Sum');
  });

  test('has its sign, or a word that gives it', () => {
    const change = (sheet: FactSheet) => {
      sheet.share(of('Change of volume'), -0.031);
      sheet.share(of('Change of size'), 0.052);
      sheet.share(of('Change of speed'), 0);
    };
    const volume = { after: ' of volume' };
    expect(foundIn(change, '3.1%', { ...volume, nearBefore: 'a fall of ' })).toBe('Change of volume');
    expect(foundIn(change, '3.1%', { ...volume, nearBefore: 'a rise of ' })).toBeUndefined();
    expect(foundIn(change, '3.1%', volume)).toBeUndefined();
    expect(foundIn(change, '3.1%', { ...volume, sentence: 'It fell: ' })).toBe('Change of volume');
    expect(foundIn(change, '-3.1%', { ...volume, nearBefore: 'it came to ' })).toBe('Change of volume');
    expect(foundIn(change, '-3.1%', { ...volume, nearBefore: 'a rise of ' })).toBeUndefined();
    const size = { after: ' of size' };
    expect(foundIn(change, '5.2%', { ...size, nearBefore: 'a rise of ' })).toBe('Change of size');
    expect(foundIn(change, '5.2%', { ...size, nearBefore: 'a fall of ' })).toBeUndefined();
    expect(foundIn(change, '-5.2%', { ...size, nearBefore: 'a fall of ' })).toBeUndefined();
    expect(foundIn(change, '0.0%', { after: ' of speed', nearBefore: 'it fell by ' })).toBe(
      'Change of speed',
    );
  });

  test('that is no change may rise to what it is', () => {
    const sum = (sheet: FactSheet) => {
      sheet.money(of('Sum'), 500);
      sheet.money(of('Balance'), -700);
    };
    expect(foundIn(sum, '$5.00', { nearBefore: 'the sum fell to ' })).toBe('Sum');
    expect(foundIn(sum, '$7.00', { nearBefore: 'the balance fell to ' })).toBe('Balance');
    expect(foundIn(sum, '$7.00', { nearBefore: 'the balance was ' })).toBeUndefined();
  });
});

describe('codes', () => {
  const sheet = new FactSheet();
  sheet.count(of('Returns with R10 or ABC'), 3);
  sheet.word(of('Most frequent reason'), 'r05 x-2 9Z');
  sheet.company(of('Company'), 'B52 BAR');
  const index = new FactIndex(sheet.list());

  test.each([
    ['R10', true],
    ['r10', true],
    ['R05', true],
    ['X-2', true],
    ['ABC', false],
    ['9Z', false],
    ['B52', false],
    ['R11', false],
  ])('of facts and of the ledger’s own words are known, not those of names: %s', (code, is) => {
    expect(index.hasCode(code)).toBe(is);
  });
});
