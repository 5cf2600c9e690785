import { type Behavior, collectBehaviors, joinBehaviors } from './behaviors.ts';
import { aHistory } from './testing/history-builder.ts';

/**
 * Windows over eight daily debits of $1 to $8, numbered from 1; the last entry completes each window. A behavior lasts
 * two days from its trigger.
 */
function behaviorsOf(...windows: { from: number; at: number; strength?: number; name?: string }[]) {
  const history = aHistory();
  for (let day = 1; day <= 8; day += 1) history.debit(`${day}.00`).on(`2026-03-0${day}`);
  const entries = history.build().accounts[0]?.entries ?? [];
  return collectBehaviors({ entries, coolDays: 2 }, (_, at) => {
    const window = windows.find((candidate) => candidate.at === at + 1);
    return window === undefined ? null : { strength: 1, ...window, from: window.from - 1 };
  });
}

function idsOf(...windows: Parameters<typeof behaviorsOf>): string[] {
  return behaviorsOf(...windows).map(({ entries }) => entries.map(({ entry }) => entry.id).join(' '));
}

describe('collecting behaviors', () => {
  test('a behavior joins windows within the deduplication window and keeps the trigger of the first one', () => {
    const [found, ...others] = behaviorsOf({ from: 1, at: 2 }, { from: 2, at: 3 }, { from: 2, at: 4 });
    expect(others).toEqual([]);
    expect(found).toMatchObject({ trigger: { entry: { id: '2' } }, amountCents: 1000 });
    expect(found?.entries.map(({ entry }) => entry.id)).toEqual(['1', '2', '3', '4']);
  });

  test('the deduplication window of a behavior starts at its first trigger', () => {
    expect(idsOf({ from: 1, at: 1 }, { from: 2, at: 3 }, { from: 3, at: 4 }, { from: 5, at: 5 })).toEqual([
      '1 2 3',
      '3 4 5',
    ]);
    expect(idsOf({ from: 1, at: 1 }, { from: 4, at: 4 }, { from: 7, at: 7 }, { from: 8, at: 8 })).toEqual([
      '1',
      '4',
      '7 8',
    ]);
  });

  test('a behavior counts an entry in two windows once and ignores entries between windows', () => {
    expect(idsOf({ from: 1, at: 3 }, { from: 3, at: 4 })).toEqual(['1 2 3 4']);
    expect(idsOf({ from: 1, at: 2 }, { from: 3, at: 3 })).toEqual(['1 2 3']);
    expect(idsOf({ from: 1, at: 2 }, { from: 4, at: 4 })).toEqual(['1 2 4']);
  });

  test('a behavior includes the entries in a later window that starts earlier', () => {
    expect(idsOf({ from: 4, at: 4 }, { from: 2, at: 6 })).toEqual(['2 3 4 5 6']);
    expect(idsOf({ from: 2, at: 3 }, { from: 5, at: 5 })).toEqual(['2 3 5']);
    expect(idsOf({ from: 1, at: 3 }, { from: 4, at: 5 })).toEqual(['1 2 3 4 5']);
  });

  test('the peak of a behavior is its strongest window, or the earliest of several equally strong windows', () => {
    const [found] = behaviorsOf(
      { from: 1, at: 1, strength: 2, name: 'first' },
      { from: 1, at: 2, strength: 5, name: 'strong' },
      { from: 1, at: 3, strength: 5, name: 'as strong' },
      { from: 3, at: 3, strength: 1, name: 'weak' },
    );
    expect(found).toMatchObject({ first: { name: 'first' }, peak: { name: 'strong' } });
  });
});

interface Shown {
  strength: number;
  name: string;
}

/** One behavior per day, with the given strengths. */
function behaviors(...days: [day: string, strength: number][]): Behavior<Shown>[] {
  return days.flatMap(([day, strength]) => {
    const entries = aHistory().debit('10.00').on(day).build().accounts[0]?.entries ?? [];
    return collectBehaviors({ entries, coolDays: 1 }, () => ({ strength, name: day }));
  });
}

function joined(...days: [string, number][]): string[] {
  return joinBehaviors(behaviors(...days), 30).map(
    ({ trigger, entries, amountCents, first, peak }) =>
      `${trigger.entry.day} ${entries.length} ${amountCents} ${first.name} ${peak.name}`,
  );
}

describe('joining behaviors', () => {
  test('behaviors within the deduplication window of the first one are combined, in any input order', () => {
    expect(joined(['2026-03-31', 1], ['2026-03-01', 1])).toEqual(['2026-03-01 2 2000 2026-03-01 2026-03-01']);
    expect(joined(['2026-03-01', 1], ['2026-04-01', 1])).toHaveLength(2);
    expect(joined(['2026-03-01', 1], ['2026-03-20', 1], ['2026-04-10', 1])).toHaveLength(2);
  });

  test('combined behaviors take the peak of the strongest, or of the earliest of several equally strong ones', () => {
    expect(joined(['2026-03-01', 1], ['2026-03-02', 5], ['2026-03-03', 5])).toEqual([
      '2026-03-01 3 3000 2026-03-01 2026-03-02',
    ]);
  });

  test('combining no behaviors returns nothing', () => {
    expect(joined()).toEqual([]);
  });
});
