import { EMPLOYERS, WALLETS } from '../originating-companies.ts';
import { hard, innocent, noHistory, obvious, type PatternContext, suspicious } from './injected-pattern.ts';

const EVENT_PAY = { description: 'EVENT PAY' };

/** Debits at unusual times. Only formats with the time of day (JSON and CSV) show debits at night. */
export const TIMING_ANOMALY = [
  ...suspicious('timing_anomaly', [
    obvious('weekend-debits', {
      why: 'Four debits of $240 to $480 on one Saturday and Sunday, by a company new to the account',
      entries: ({ stranger, saturday, debitsOn }) =>
        debitsOn(
          [0, 0, 1, 1].map((step) => saturday(0) + step),
          stranger(),
          [240, 480],
        ),
    }),
    hard('weekend-of-three', {
      why: 'Three debits of $170 to $210 on a Saturday and a Sunday, just above $500 in total',
      entries: ({ strangers, saturday, debitsOn }) => {
        const stranger = strangers();
        const days = [0, 1, 1].map((step) => saturday(1) + step);
        return debitsOn(days, [stranger(0), stranger(0), stranger(1)], [170, 210]);
      },
    }),
    hard('after-midnight', {
      needsTime: true,
      why: 'Three debits of $190 to $420 between 2 and 5 a.m.; a NACHA file does not contain the time',
      entries: debitsAfterMidnight,
    }),
  ]),
  ...innocent('timing_anomaly', [
    obvious('pay-posted-at-night', {
      why: 'Pay that the overnight batch posts at 3:15 a.m.',
      background: noHistory,
      entries: payAtNight,
    }),
    hard('night-owl', {
      why: 'Transfers after midnight by the wallet that the member has used all year',
      entries: ({ random, calendar, around, debitsOn }) =>
        debitsOn(calendar.everyWeeks(2, 5, 0), random.pick(WALLETS), around(18_000, 0.3)).map((draft) => ({
          ...draft,
          minute: random.int(20, 200),
        })),
    }),
    hard('weekend-shift-paid', {
      why: 'Credits, not debits, on three Saturdays',
      entries: ({ stranger, saturday, creditsOn }) =>
        creditsOn([2, 1, 0].map(saturday), stranger(), [180, 320], EVENT_PAY),
    }),
  ]),
];

/** Posted by the overnight batch at 3:15 a.m. */
export function payAtNight({ random, calendar, creditsOn }: PatternContext) {
  const employer = random.pickSkewed(EMPLOYERS);
  const days = calendar.everyWeeks(2, 5, 0);
  return creditsOn(days, employer, random.centsBetween(1_350, 2_350), { minute: 195 });
}

export function debitsAfterMidnight({ random, stranger, debits }: PatternContext) {
  return debits([0, 1, 2], stranger(), [190, 420], () => ({ minute: random.int(125, 290) }));
}

/** A company that posts only on Saturdays and Sundays, when ACH does not settle. */
export const WEEKEND_ONLY = [
  ...suspicious('weekend_only', [
    obvious('six-weekends', {
      why: 'Six debits of $60 to $120 by one company on five Saturdays and a Sunday, with none on other days',
      entries: ({ stranger, saturday, debitsOn }) =>
        debitsOn([...[4, 3, 2, 1, 0].map(saturday), saturday(0) + 1], stranger(), [60, 120]),
    }),
    hard('five-on-three-weekends', {
      why: 'Exactly five small debits on exactly three weekends',
      entries: ({ stranger, saturday, debitsOn }) => {
        const days = [saturday(5), saturday(5) + 1, saturday(2), saturday(2) + 1, saturday(0)];
        return debitsOn(days, stranger(), [19, 42]);
      },
    }),
  ]),
  ...innocent('weekend_only', [
    obvious('event-pay', {
      why: 'Event pay: credits on six Saturdays',
      entries: ({ stranger, saturday, creditsOn }) =>
        creditsOn([5, 4, 3, 2, 1, 0].map(saturday), stranger(), [120, 260], EVENT_PAY),
    }),
    hard('mostly-on-weekends', {
      why: 'Five debits on Saturdays and one on a Tuesday by the same company',
      entries: ({ stranger, saturday, debitsOn }) =>
        debitsOn([...[5, 4, 3, 2, 1].map(saturday), saturday(3) + 3], stranger(), [25, 60]),
    }),
  ]),
];
