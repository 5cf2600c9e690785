import type { FactValue } from '@clearwatch/contracts/ai-reports';
import { FactSheet } from '../fact-sheet.ts';
import { aClause } from '../testing/compose-report.ts';
import { FactIndex, matchesFact } from './fact-index.ts';
import { findDates, findNumbers, type StatedValue } from './find-figures.ts';
import type { Clause } from './statement-context.ts';

const of = (label: string) => ({ label, source: 'test' });

/** The fact that a figure states. */
function foundIn(write: (sheet: FactSheet) => void, text: string, clause: Partial<Clause> = {}): string | undefined {
  const sheet = new FactSheet();
  write(sheet);
  const parsed = findNumbers(text)[0]?.parsed ?? { kind: 'unclear' };
  return new FactIndex(sheet.list()).find({ parsed, text }, aClause(clause))?.label;
}

describe('fact search', () => {
  const twelve = (sheet: FactSheet) => {
    sheet.count(of('Open alerts'), 12);
    sheet.count(of('New companies'), 12);
    sheet.count(of('Members watched since autumn'), 12);
  };

  test('a figure states the fact whose label shares the most words with the context', () => {
    expect(foundIn(twelve, '12', { after: ' alerts' })).toBe('Open alerts');
    expect(foundIn(twelve, '12', { after: ' companies' })).toBe('New companies');
    expect(foundIn(twelve, '12', { nearBefore: 'watched members: ' })).toBe('Members watched since autumn');
    const close = (sheet: FactSheet) => {
      sheet.count(of('Alerts'), 12);
      sheet.count(of('Alerts of autumn'), 12);
    };
    expect(foundIn(close, '12', { after: ' alerts', sentence: 'In autumn there were ' })).toBe('Alerts of autumn');
    expect(foundIn(close, '12', { after: ' alerts' })).toBe('Alerts');
  });

  test('a small figure and its fact share a word from the text nearby, or from the sentence when no noun follows', () => {
    expect(foundIn(twelve, '12', { sentence: 'Of open alerts there are ' })).toBe('Open alerts');
    expect(foundIn(twelve, '12', { after: ' pounds', sentence: 'Of open alerts there are ' })).toBeUndefined();
    expect(foundIn(twelve, '12', { after: ', pounds', sentence: 'Of open alerts there are ' })).toBe('Open alerts');
    expect(foundIn(twelve, '12')).toBeUndefined();
  });

  test('an amount or a four-digit count, positive or negative, needs no word in common with its fact', () => {
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

  test('a figure and its fact have the same sign, unless a word in the text states the sign', () => {
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
    expect(foundIn(change, '0.0%', { after: ' of speed', nearBefore: 'it fell by ' })).toBe('Change of speed');
  });

  test('a fact that is not a change itself can be the end value of a fall', () => {
    const sum = (sheet: FactSheet) => {
      sheet.money(of('Sum'), 500);
      sheet.money(of('Balance'), -700);
    };
    expect(foundIn(sum, '$5.00', { nearBefore: 'the sum fell to ' })).toBe('Sum');
    expect(foundIn(sum, '$7.00', { nearBefore: 'the balance fell to ' })).toBe('Balance');
    expect(foundIn(sum, '$7.00', { nearBefore: 'the balance was ' })).toBeUndefined();
  });
});

describe('report codes', () => {
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
  ])('codes in report facts and ledger terms are known, but not those in names: %s', (code, is) => {
    expect(index.hasCode(code)).toBe(is);
  });
});

const parsed = (text: string): StatedValue =>
  [...findDates(text), ...findNumbers(text)][0]?.parsed ?? { kind: 'unclear' };
const match = (text: string, value: FactValue) => matchesFact(parsed(text), value);
const money = (cents: number): FactValue => ({ kind: 'money', cents });
const count = (size: number): FactValue => ({ kind: 'count', count: size });
const share = (part: number): FactValue => ({ kind: 'share', share: part });
const number = (size: number, digits: number): FactValue => ({ kind: 'number', number: size, digits });

describe('figures and facts', () => {
  test('a figure matches a fact within half of its last written place', () => {
    expect(match('$1,234.56', money(123_456))).toBe('equal');
    expect(match('$1,234.57', money(123_456))).toBeNull();
    expect(match('$1,235', money(123_450))).toBe('equal');
    expect(match('$1,234', money(123_450))).toBe('equal');
    expect(match('$1,234', money(123_451))).toBeNull();
    expect(match('12', count(12))).toBe('equal');
    expect(match('12', count(13))).toBeNull();
  });

  test('a figure can lose at most a twentieth of a fact to rounding', () => {
    expect(match('$21', money(2_000))).toBeNull();
    expect(match('$20', money(2_049))).toBe('equal');
    expect(match('$1 million', money(105_000_000))).toBe('equal');
    expect(match('$1 million', money(105_300_000))).toBeNull();
    expect(match('1 thousand', count(953))).toBe('equal');
    expect(match('1 thousand', count(952))).toBeNull();
    expect(match('$3', money(250))).toBeNull();
    // Rounding to a place that reports use is always accepted.
    expect(match('1', number(1.4, 0))).toBe('equal');
    expect(match('1', number(1.4, 1))).toBeNull();
  });

  test('a figure can state a share in percent, percentage points or multiples', () => {
    expect(match('12.3 %', share(0.1234))).toBe('equal');
    expect(match('12.4 %', share(0.1234))).toBeNull();
    expect(match('0.1 %', share(0.0014))).toBe('equal');
    expect(match('3.1 percentage points', share(0.031))).toBe('equal');
    expect(match('2x', share(2))).toBe('equal');
    expect(match('2x', share(0.02))).toBeNull();
    expect(match('2 %', share(0.02))).toBe('equal');
    expect(match('2', share(2))).toBeNull();
    expect(match('33.333333 %', share(1 / 3))).toBe('equal');
    expect(match('66.666667 %', share(2 / 3))).toBe('equal');
  });

  test('a figure states a number fact with all its digits', () => {
    expect(match('3.4', number(3.44, 1))).toBe('equal');
    expect(match('3.44', number(3.44, 1))).toBe('equal');
    expect(match('0.0000004', number(0.0000004, 9))).toBeNull();
    expect(match('2 times as', number(2, 1))).toBe('equal');
    expect(match('0.1', number(0.14, 1))).toBe('equal');
    expect(match('0.1', number(0.14, 2))).toBeNull();
  });

  test('a figure does not match a fact in another unit', () => {
    expect(match('12', money(1_200))).toBeNull();
    expect(match('$12', count(12))).toBeNull();
    expect(match('12 %', count(12))).toBeNull();
    expect(match('12th', count(12))).toBe('equal');
    expect(match('12th', number(12, 0))).toBeNull();
  });

  test('a figure matches the size of a fact when only the sign differs', () => {
    expect(match('3.1 %', share(-0.031))).toBe('size');
    expect(match('-3.1 %', share(0.031))).toBe('size');
    expect(match('-3.1 %', share(-0.031))).toBe('equal');
    expect(match('0', count(0))).toBe('equal');
  });

  test('a date matches the fact about a day or month only if all stated parts are equal', () => {
    const day: FactValue = { kind: 'day', day: '2026-07-22' };
    expect(match('Jul 22, 2026', day)).toBe('equal');
    expect(match('Jul 22', day)).toBe('equal');
    expect(match('Jul 22, 2025', day)).toBeNull();
    expect(match('Jul 23', day)).toBeNull();
    expect(match('Aug 22', day)).toBeNull();
    expect(match('July 2026', day)).toBeNull();
    const month: FactValue = { kind: 'month', month: '2026-07' };
    expect(match('July', month)).toBe('equal');
    expect(match('July 2026', month)).toBe('equal');
    expect(match('July 2025', month)).toBeNull();
    expect(match('August 2026', month)).toBeNull();
    expect(match('Jul 22, 2026', month)).toBeNull();
    expect(match('7', month)).toBeNull();
  });

  test('a name or code in a text matches a fact, ignoring case', () => {
    const name: FactValue = { kind: 'name', name: 'R10', of: 'other' };
    expect(matchesFact({ kind: 'code', code: 'r10' }, name)).toBe('equal');
    expect(matchesFact({ kind: 'name', name: 'R10' }, name)).toBe('equal');
    expect(matchesFact({ kind: 'name', name: 'R11' }, name)).toBeNull();
    expect(matchesFact({ kind: 'unclear' }, name)).toBeNull();
  });
});
