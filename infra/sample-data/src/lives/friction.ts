import type { Draft, Scene } from '../draft.ts';

/** Entries of one account that moved no money in the end, at most. */
export const MOST_FRICTIONS = 4;
/** What a debit comes back with in ordinary life: no money, payment stopped; never "unauthorized". */
const ORDINARY_REASONS = ['R01', 'R01', 'R01', 'R08'];

/** What goes with standing orders: tests before the first one, corrections, returns and second tries. */
export function friction(scene: Scene, drafts: readonly Draft[]): Draft[] {
  const { random } = scene;
  const extras: Draft[] = [];
  if (random.chance(0.3)) extras.push(...prenote(scene, drafts));
  if (random.chance(0.12)) extras.push(...correction(scene, drafts));
  if (random.chance(0.18)) extras.push(...returned(scene, drafts));
  return extras;
}

/** An employer asks whether the account exists, at least three banking days before the first pay (Nacha, prenotes). */
function prenote({ random, calendar }: Scene, drafts: readonly Draft[]): Draft[] {
  const first = drafts[0];
  if (first === undefined || first.day < calendar.shift(calendar.firstDay, 6)) return [];
  const { direction, originator } = first;
  return [
    { day: calendar.shift(first.day, -random.int(3, 5)), cents: 0, direction, originator, isPrenote: true },
  ];
}

function correction({ random, calendar }: Scene, drafts: readonly Draft[]): Draft[] {
  const of = someDebit({ random, calendar }, drafts);
  if (of === null) return [];
  const { direction, originator } = of;
  const code = random.pick(['C01', 'C05']);
  return [{ day: calendar.shift(of.day, 2), cents: 0, direction, originator, notice: { code, of } }];
}

/** Returned within two banking days; what came back for want of money is presented once more. */
function returned({ random, calendar }: Scene, drafts: readonly Draft[]): Draft[] {
  const of = someDebit({ random, calendar }, drafts);
  if (of === null) return [];
  const { cents, direction, originator } = of;
  const code = random.pick(ORDINARY_REASONS);
  const back: Draft = {
    day: calendar.shift(of.day, random.int(1, 2)),
    cents,
    direction,
    originator,
    notice: { code, of },
  };
  if (code !== 'R01') return [back];
  return [
    back,
    { day: calendar.shift(back.day, 3), cents, direction, originator, description: 'RETRY PYMT' },
  ];
}

/** Early enough for what follows it to be inside the window. */
function someDebit({ random, calendar }: Scene, drafts: readonly Draft[]): Draft | null {
  const latest = calendar.shift(calendar.lastDay, -8);
  const debits = drafts.filter(({ direction, day }) => direction === 'Debit' && day < latest);
  return debits.length === 0 ? null : random.pick(debits);
}
