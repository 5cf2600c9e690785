import {
  CASH_APP,
  CONTRACTORS,
  CRYPTO_EXCHANGES,
  GIG_PLATFORMS,
  LENDERS,
  STATE_UNEMPLOYMENT,
  VENMO,
  WALLETS,
  ZELLE,
} from '../originating-companies.ts';
import { mortgage } from '../personas/recurring-payments.ts';
import { employedHistory, hard, innocent, noHistory, obvious, shopperHistory, suspicious } from './injected-pattern.ts';

const [OHIO, TEXAS] = STATE_UNEMPLOYMENT;

export const HIGH_VOLUME_MULE = [
  ...suspicious('high_volume_mule', [
    obvious('collection-point', {
      why: 'Fourteen credits of $620 to $940 from seven strangers within a month, four fifths of it sent on by wallet',
      entries: ({ strangers, credits, debits }) => {
        const stranger = strangers();
        const steps = Array.from({ length: 14 }, (_, k) => k - 16);
        const received = credits(steps, (k) => stranger(Math.floor(k / 2)), [620, 940]);
        const total = received.reduce((sum, { cents }) => sum + cents, 0);
        return [...received, ...debits([-13, -10, -7, -4, -1], CASH_APP, Math.round(total * 0.16))];
      },
    }),
    hard('benefits-of-two-states', {
      why: 'Unemployment benefits from two states for one person within five weeks',
      entries: ({ credits }) => [...credits([0, -10, -20], OHIO, 48_000), ...credits([-5, -15], TEXAS, 56_300)],
    }),
    hard('benefits-of-two-persons', {
      second: 'stranger',
      why: 'Unemployment benefits from one state under two names, one of them new to the account',
      entries: ({ credits }) => [
        ...credits([0, -10], OHIO, 48_000),
        ...credits([-4, -14], OHIO, 51_200, { holder: 1 }),
      ],
    }),
  ]),
  ...innocent('high_volume_mule', [
    obvious('two-gig-platforms', {
      background: noHistory,
      why: 'Two gig platforms pay in alternate weeks all year, and a wallet takes part of it',
      entries: ({ random, calendar, around, creditsOn, debitsOn }) => [
        ...GIG_PLATFORMS.slice(0, 2).flatMap((platform, k) =>
          creditsOn(calendar.everyWeeks(2, 2, k), platform, around(random.cents(310, 0.2), 0.3)),
        ),
        ...debitsOn(calendar.monthly(28, 'after'), VENMO, 55_000),
      ],
    }),
    hard('team-collects', {
      background: shopperHistory,
      why: 'Sixteen contributions of $40 by wallet within a month, spent on one trip',
      entries: ({ credits, debits }) => [
        ...credits([0, 0, 1, 2, 3, 4, 4, 5, 6, 7, 8, 8, 9, 10, 11, 11], WALLETS.slice(0, 3), 4_000),
        ...debits([13], VENMO, 60_000),
      ],
    }),
    hard('out-of-work-once', {
      why: 'Unemployment benefits from one state for the holder, every two weeks for a season',
      entries: ({ credits }) => credits([-60, -50, -40, -30, -20, -10, 0], TEXAS, 46_500),
    }),
  ]),
];

export const MULE = [
  ...suspicious('mule_activity', [
    obvious('in-and-out', {
      why: 'Two credits of $1,900 to $3,100 from two strangers, 95 percent of it sent to a crypto exchange within four banking days',
      entries: ({ random, strangers, credits, debits }) => {
        const received = credits([0, 1], strangers(), [1_900, 3_100]);
        const total = received.reduce((sum, { cents }) => sum + cents, 0);
        return [...received, ...debits([2, 3], random.pick(CRYPTO_EXCHANGES), Math.round(total * 0.475))];
      },
    }),
    hard('opened-for-it', {
      background: noHistory,
      why: 'A new account whose first entry is a credit of $2,600 to $3,200; four fifths of it leaves in two transfers',
      entries: ({ random, stranger, credits, debits }) => {
        const sender = stranger();
        const cents = random.centsBetween(2_600, 3_200);
        return [...credits([0], sender, cents), ...debits([1, 2], ZELLE, Math.round(cents * 0.4))];
      },
    }),
    hard('through-the-wallet', {
      why: 'A wallet used now and then for $40 to $90 brings in $2,600 to $3,100, and nine tenths of it leaves by the same wallet',
      entries: ({ random, credits, debits }) => {
        const cents = random.centsBetween(2_600, 3_100);
        return [
          ...[-90, -75, -60, -45, -30, -15].flatMap((step, k) =>
            (k % 2 === 0 ? credits : debits)([step], ZELLE, [40, 90]),
          ),
          ...credits([0], ZELLE, cents),
          ...debits([1, 1, 2], ZELLE, Math.round(cents * 0.3)),
        ];
      },
    }),
  ]),
  ...innocent('mule_activity', [
    obvious('pay-goes-to-the-house', {
      background: noHistory,
      why: 'Pay that goes to a mortgage and a card within days, every month',
      entries: (context) => mortgage(context).concat(employedHistory(context)),
    }),
    hard('loan-to-the-contractor', {
      why: 'Loan proceeds of $8,000, most of which pays a contractor three banking days later',
      entries: ({ random, credits, debits }) => [
        ...credits([0], random.pick(LENDERS), 800_000),
        ...debits([3], random.pick(CONTRACTORS), 760_000),
      ],
    }),
    hard('club-treasurer', {
      why: 'Four fees of $70 by wallet, then the hall is paid',
      entries: ({ credits, debits }) => [...credits([0, 1, 2, 3], VENMO, 7_000), ...debits([4], VENMO, 26_000)],
    }),
  ]),
];
