import { cardPayment } from '../lives/bills.ts';
import { recurring } from '../lives/recurring.ts';
import { CARDS, UTILITIES, WALLETS } from '../world/companies.ts';
import type { Originator } from '../world/originators.ts';
import { innocent, suspicious } from './kinds.ts';
import { debit, noBackground, type Pattern, quietLife, type Stage } from './pattern.ts';

const [POWER, , , , GAS] = UTILITIES as [Originator, Originator, Originator, Originator, Originator];
const CARD = CARDS[2] as Originator;
const WALLET = WALLETS[3] as Originator;

/** A company one knows, with an amount one does not. */
export const UNUSUAL: readonly Pattern[] = [
  {
    ...suspicious('unusual_pattern'),
    name: 'power-bill-tenfold',
    difficulty: 'obvious',
    why: 'A power bill of $1,150 to $1,600 after a year of bills about $110',
    background: (stage) => monthlyUntilAnchor(stage, POWER, 11_000, 0.15),
    act: (stage) => [[debit(stage.anchor, stage.random.centsBetween(1_150, 1_600), POWER)]],
  },
  {
    ...suspicious('unusual_pattern'),
    name: 'card-payment-fivefold',
    difficulty: 'hard',
    why: 'A payment of $495 to $560 to a card that was paid about $105 a month',
    background: (stage) => monthlyUntilAnchor(stage, CARD, 10_500, 0.1),
    act: (stage) => [[debit(stage.anchor, stage.random.centsBetween(495, 560), CARD)]],
  },
  {
    ...innocent('unusual_pattern'),
    name: 'winter-heating',
    difficulty: 'hard',
    background: noBackground,
    why: 'A gas bill that is five times as high in January as in July, every winter, in small steps',
    act: ({ random, calendar }) => [
      calendar.monthly(14, 'after').map((day) => {
        const month = Number(calendar.text(day).slice(5, 7));
        const winter = (1 + Math.cos(((month - 1) / 6) * Math.PI)) / 2;
        return debit(day, Math.round((5_500 + 22_000 * winter) * (0.95 + 0.1 * random.next())), GAS);
      }),
    ],
  },
  {
    ...innocent('unusual_pattern'),
    name: 'card-as-it-comes',
    difficulty: 'obvious',
    background: noBackground,
    why: 'A card whose monthly payment swings by half',
    act: (stage) => [cardPayment(stage)],
  },
  {
    ...innocent('unusual_pattern'),
    name: 'wallet-for-the-holiday',
    difficulty: 'hard',
    why: 'A wallet with $40 a month, once $1,200: transfers between persons may jump as far as $1,500',
    background: (stage) => monthlyUntilAnchor(stage, WALLET, 4_000, 0.2),
    act: (stage) => [[debit(stage.anchor, 120_000, WALLET)]],
  },
];

/** Ten months of the same company, and a quiet life. */
function monthlyUntilAnchor(stage: Stage, from: Originator, cents: number, stray: number) {
  const { random, calendar, anchor } = stage;
  const days = calendar.monthly(7, 'after').filter((day) => day < anchor - 5);
  return recurring({
    random,
    days: days.slice(-10),
    originator: from,
    direction: 'Debit',
    cents,
    stray,
  }).concat(quietLife(stage));
}
