import type { FactValue } from '@clearwatch/contracts/reports/report-document';
import { matchesFact } from './matches-fact.ts';
import { findDates } from './reading/find-dates.ts';
import { findNumbers } from './reading/find-numbers.ts';
import type { Said } from './reading/statement.ts';

const said = (text: string): Said =>
  [...findDates(text), ...findNumbers(text)][0]?.said ?? { kind: 'unclear' };
const match = (text: string, value: FactValue) => matchesFact(said(text), value);
const money = (cents: number): FactValue => ({ kind: 'money', cents });
const count = (size: number): FactValue => ({ kind: 'count', count: size });
const share = (part: number): FactValue => ({ kind: 'share', share: part });
const number = (size: number, digits: number): FactValue => ({ kind: 'number', number: size, digits });

describe('a figure of a text', () => {
  test('is a fact as rounded as it is written, half of its last place away at most', () => {
    expect(match('$1,234.56', money(123_456))).toBe('equal');
    expect(match('$1,234.57', money(123_456))).toBeNull();
    expect(match('$1,235', money(123_450))).toBe('equal');
    expect(match('$1,234', money(123_450))).toBe('equal');
    expect(match('$1,234', money(123_451))).toBeNull();
    expect(match('12', count(12))).toBe('equal');
    expect(match('12', count(13))).toBeNull();
  });

  test('may lose a twentieth of a fact by rounding, no more', () => {
    expect(match('$21', money(2_000))).toBeNull();
    expect(match('$20', money(2_049))).toBe('equal');
    expect(match('$1 million', money(105_000_000))).toBe('equal');
    expect(match('$1 million', money(105_300_000))).toBeNull();
    expect(match('1 thousand', count(953))).toBe('equal');
    expect(match('1 thousand', count(952))).toBeNull();
    expect(match('$3', money(250))).toBeNull();
    // Places that reports write anyway round as they do.
    expect(match('1', number(1.4, 0))).toBe('equal');
    expect(match('1', number(1.4, 1))).toBeNull();
  });

  test('says shares in percent, points or times, with the place that reports write', () => {
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

  test('says numbers to the digits that they have', () => {
    expect(match('3.4', number(3.44, 1))).toBe('equal');
    expect(match('3.44', number(3.44, 1))).toBe('equal');
    expect(match('0.0000004', number(0.0000004, 9))).toBeNull();
    expect(match('2 times as', number(2, 1))).toBe('equal');
    expect(match('0.1', number(0.14, 1))).toBe('equal');
    expect(match('0.1', number(0.14, 2))).toBeNull();
  });

  test('of another unit is another figure', () => {
    expect(match('12', money(1_200))).toBeNull();
    expect(match('$12', count(12))).toBeNull();
    expect(match('12 %', count(12))).toBeNull();
    expect(match('12th', count(12))).toBe('equal');
    expect(match('12th', number(12, 0))).toBeNull();
  });

  test('is the size of a fact when only the sign differs', () => {
    expect(match('3.1 %', share(-0.031))).toBe('size');
    expect(match('-3.1 %', share(0.031))).toBe('size');
    expect(match('-3.1 %', share(-0.031))).toBe('equal');
    expect(match('0', count(0))).toBe('equal');
  });

  test('is a day or month by all that it says of it', () => {
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

  test('is a name or a code in any case of letters', () => {
    const name: FactValue = { kind: 'name', name: 'R10', of: 'other' };
    expect(matchesFact({ kind: 'code', code: 'r10' }, name)).toBe('equal');
    expect(matchesFact({ kind: 'name', name: 'R10' }, name)).toBe('equal');
    expect(matchesFact({ kind: 'name', name: 'R11' }, name)).toBeNull();
    expect(matchesFact({ kind: 'unclear' }, name)).toBeNull();
  });
});
