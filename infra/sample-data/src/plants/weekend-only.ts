import { innocent, saturday, strangers, suspicious } from './kinds.ts';
import { credit, debit, type Pattern } from './pattern.ts';

/** A company that posts on Saturdays and Sundays only, when ACH does not settle. */
export const WEEKEND_ONLY: readonly Pattern[] = [
  {
    ...suspicious('weekend_only'),
    name: 'six-weekends',
    difficulty: 'obvious',
    why: 'Six debits of $60 to $120 by one company on five Saturdays and a Sunday, nothing on other days',
    act: (stage) => {
      const [company] = strangers(stage.random, 1);
      return [
        [4, 3, 2, 1, 0, 0].map((weeks, k) =>
          debit(saturday(stage, weeks) + (k === 5 ? 1 : 0), stage.random.centsBetween(60, 120), company),
        ),
      ];
    },
  },
  {
    ...suspicious('weekend_only'),
    name: 'five-on-three-weekends',
    difficulty: 'hard',
    why: 'Exactly five small debits on exactly three weekends',
    act: (stage) => {
      const [company] = strangers(stage.random, 1);
      const days = [saturday(stage, 5), saturday(stage, 5) + 1, saturday(stage, 2), saturday(stage, 2) + 1];
      return [
        [...days, saturday(stage, 0)].map((day) => debit(day, stage.random.centsBetween(19, 42), company)),
      ];
    },
  },
  {
    ...innocent('weekend_only'),
    name: 'event-pay',
    difficulty: 'obvious',
    why: 'Event pay: credits on six Saturdays',
    act: (stage) => {
      const [from] = strangers(stage.random, 1);
      return [
        [5, 4, 3, 2, 1, 0].map((weeks) =>
          credit(saturday(stage, weeks), stage.random.centsBetween(120, 260), from, 'EVENT PAY'),
        ),
      ];
    },
  },
  {
    ...innocent('weekend_only'),
    name: 'mostly-on-weekends',
    difficulty: 'hard',
    why: 'Five debits on Saturdays and one on a Tuesday by the same company',
    act: (stage) => {
      const [company] = strangers(stage.random, 1);
      const days = [5, 4, 3, 2, 1].map((weeks) => saturday(stage, weeks));
      return [
        [...days, saturday(stage, 3) + 3].map((day) =>
          debit(day, stage.random.centsBetween(25, 60), company),
        ),
      ];
    },
  },
];
