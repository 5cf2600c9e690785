import { aFinding } from '../testing/a-finding.ts';
import { aHistory } from '../testing/a-history.ts';
import { differenceOf } from './difference-of.ts';

const onDay = (day: string, account = '1000000001') =>
  aHistory().account(account).credit('9500.00').on(day).withId(`${account} ${day}`);
const structuring = (day: string, account?: string) => aFinding('structuring', onDay(day, account));

describe('the difference between two policies', () => {
  test('a trigger that moves within the cooling period is neither gained nor lost', () => {
    expect(differenceOf([structuring('2026-06-01')], [structuring('2026-07-01')])).toEqual({
      gained: [],
      lost: [],
    });
    const [first, second] = [structuring('2026-06-01'), structuring('2026-07-02')];
    expect(differenceOf([first], [second])).toEqual({ gained: [second], lost: [first] });
  });

  test('the longer of two cooling periods counts, whichever policy has it', () => {
    const [first, second] = [structuring('2026-06-01'), { ...structuring('2026-08-20'), coolDays: 90 }];
    expect(differenceOf([first], [second])).toEqual({ gained: [], lost: [] });
    expect(differenceOf([second], [first])).toEqual({ gained: [], lost: [] });
  });

  test('another rule or another account on the same day is another behaviour', () => {
    const now = structuring('2026-06-01');
    const others = [aFinding('large_credit', onDay('2026-06-01')), structuring('2026-06-01', '1000000002')];
    const { gained, lost } = differenceOf([now], others);
    expect(lost).toEqual([now]);
    expect(gained).toHaveLength(2);
    expect(gained).toEqual(expect.arrayContaining(others));
  });

  test('a behaviour over two accounts is the same when its trigger moves to the other', () => {
    const history = (first: string, second: string) =>
      aHistory()
        .account(first)
        .credit('9500.00')
        .on('2026-06-01')
        .withId('a')
        .account(second)
        .credit('9400.00')
        .on('2026-06-02')
        .withId('b');
    const now = aFinding('structuring', history('1000000001', '1000000002'));
    const candidate = { ...now, triggerEntryId: 'b', accountNumber: '1000000002', triggerDay: '2026-06-02' };
    expect(differenceOf([now], [candidate])).toEqual({ gained: [], lost: [] });
  });

  test('one alert that becomes three gains two, and the same trigger is never told as another', () => {
    const days = ['2026-06-01', '2026-06-11', '2026-06-21'].map((day) => ({
      ...structuring(day),
      coolDays: 5,
    }));
    const now = structuring('2026-06-11');
    const { gained, lost } = differenceOf([now], days);
    expect(lost).toEqual([]);
    expect(gained.map(({ triggerDay }) => triggerDay)).toEqual(['2026-06-01', '2026-06-21']);
    expect(differenceOf(days, [now]).lost).toEqual(gained);
  });

  test('earlier findings go to earlier ones, in whatever order they come', () => {
    const far = (day: string) => ({ ...structuring(day), coolDays: 10 });
    const [early, late] = [far('2026-06-01'), far('2026-06-15')];
    const [soon, later, never] = [far('2026-06-08'), far('2026-06-24'), far('2026-09-01')];
    for (const first of [
      [early, late],
      [late, early],
    ])
      for (const second of [
        [never, later, soon],
        [soon, later, never],
      ])
        expect(differenceOf(first, second)).toEqual({ gained: [never], lost: [] });
    expect(differenceOf([far('2026-06-01')], [far('2026-06-12')]).lost).toHaveLength(1);
  });

  test('of one day they are paired by their triggers, whatever comes first', () => {
    const [one, other] = [onDay('2026-06-01').withId('a'), onDay('2026-06-01').withId('b')].map((history) =>
      aFinding('structuring', history),
    );
    const moved = aFinding('structuring', onDay('2026-06-02').withId('c'));
    if (one === undefined || other === undefined) throw new Error('there are two');
    for (const first of [
      [one, other],
      [other, one],
    ])
      expect(differenceOf(first, [moved])).toEqual({ gained: [], lost: [other] });
  });

  test('thousands of findings of one member are compared at once', () => {
    const many = Array.from({ length: 20_000 }, (_, number) => {
      const day = new Date(Date.UTC(1990, 0, 1 + number)).toISOString().slice(0, 10);
      return { ...structuring(day), coolDays: 1 };
    });
    const shifted = many.map((finding) => ({
      ...finding,
      triggerEntryId: `${finding.triggerEntryId} moved`,
    }));
    expect(differenceOf(many, shifted)).toEqual({ gained: [], lost: [] });
  });
});
