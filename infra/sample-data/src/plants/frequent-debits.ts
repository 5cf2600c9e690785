import { MERCHANTS, SUPPLIERS } from '../world/companies.ts';
import { innocent, onDays, suspicious } from './kinds.ts';
import { busyLife, debit, noBackground, type Pattern, type Stage } from './pattern.ts';

/** Very many debits on one day. */
export const FREQUENT_DEBITS: readonly Pattern[] = [
  {
    ...suspicious('frequent_debits'),
    name: 'twenty-on-one-day',
    difficulty: 'obvious',
    why: 'Twenty-one purchases on one day by a member who buys nothing in other weeks',
    act: (stage) => [purchases(stage, 21)],
  },
  {
    ...suspicious('frequent_debits'),
    name: 'ten-on-one-day',
    difficulty: 'hard',
    why: 'Exactly ten small purchases on one day',
    act: (stage) => [purchases(stage, 10)],
  },
  {
    ...suspicious('frequent_debits'),
    name: 'thirteen-of-a-daily-shopper',
    difficulty: 'hard',
    background: shoppingEveryDay,
    why: 'Thirteen purchases on one day by somebody who makes three on every other: too many for a day, too few for a burst',
    act: (stage) => [purchases(stage, 13)],
  },
  {
    ...innocent('frequent_debits'),
    name: 'nine-on-one-day',
    difficulty: 'hard',
    background: (stage) => busyLife(stage).filter(({ day }) => Math.abs(day - stage.anchor) > 3),
    why: 'Nine purchases on one day are one too few',
    act: (stage) => [purchases(stage, 9)],
  },
  {
    ...innocent('frequent_debits'),
    name: 'friday-is-for-bills',
    difficulty: 'hard',
    persons: 'business',
    background: noBackground,
    why: 'A business that draws six or seven bills every Friday, and ten on one of them',
    act: ({ random, calendar, anchor }) => {
      const fridays = calendar.everyWeeks(1, 5, 0).filter((day) => day > anchor - 120);
      const busiest = fridays.find((day) => day >= anchor);
      return [
        fridays.flatMap((day) =>
          Array.from({ length: day === busiest ? 10 : random.int(6, 7) }, (_, k) =>
            debit(day, random.cents(310, 0.4), SUPPLIERS[k % SUPPLIERS.length] ?? random.pick(SUPPLIERS)),
          ),
        ),
      ];
    },
  },
];

function purchases(stage: Stage, count: number) {
  const { random } = stage;
  return onDays(stage, Array<number>(count).fill(0), (day) =>
    debit(day, random.cents(22, 0.5), random.pick(MERCHANTS)),
  );
}

/** Three purchases on every banking day from eleven weeks before the anchor on, but for the anchor itself. */
function shoppingEveryDay({ random, calendar, anchor }: Stage) {
  return calendar.days
    .filter((day) => day > anchor - 77 && day !== anchor && day < anchor + 14)
    .flatMap((day) =>
      Array.from({ length: 3 }, () => debit(day, random.cents(22, 0.5), random.pick(MERCHANTS))),
    );
}
