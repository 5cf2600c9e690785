import {
  distinct,
  type History,
  isExempt,
  isMovable,
  outflow,
  type Row,
  someWindow,
  strangeCredits,
  sum,
} from './history.ts';

const nameOf = ({ firstName, lastName }: Row) => `${firstName} ${lastName}`;
const keyOf = ({ key }: Row) => key;

/** Conditions of the catalogue about money that comes and goes, in outline. */
export const MOVEMENT_RULES = {
  kiting_pattern: (history: History) => {
    const transfers = history.rows.filter((row) => isMovable(row) && row.cents >= 30_000);
    return someWindow(
      pairsIn(transfers, { days: 4, apart: 0.08, sameCompany: false }),
      21,
      ({ length }) => length >= 3,
    );
  },

  reversal_pattern: (history: History) =>
    someWindow(
      pairsIn(
        history.rows.filter(({ isReturn }) => !isReturn),
        { days: 9, apart: 0, sameCompany: true },
      ),
      60,
      ({ length }) => length >= 3,
    ),

  mule_activity: (history: History) => {
    const inn = strangeCredits(history).filter(({ day }) => day >= history.world.firstDay + 45);
    return someWindow(inn, 7, (inside, { day }) => {
      const total = sum(inside);
      const start = inside[0]?.day ?? day;
      const out = outflow(history, start, day + 5);
      const usual = sum(inn.filter((row) => row.day < start && row.day >= start - 90)) / 3;
      const isEnough =
        total >= 200_000 && (inside.length >= 2 || inside.some(({ cents }) => cents >= 250_000));
      return isEnough && out >= 0.75 * total && out <= 1.25 * total && total >= 1.5 * usual;
    });
  },

  high_volume_mule: (history: History) => {
    const benefits = history.rows.filter(({ entryDescription }) => entryDescription === 'UI BENEFIT');
    const ofSeveral = someWindow(
      benefits,
      60,
      (inside) => distinct(inside, keyOf) >= 2 || distinct(inside, nameOf) >= 2,
    );
    const collects = someWindow(strangeCredits(history), 30, (inside, { day }) => {
      const out = outflow(history, inside[0]?.day ?? day, day + 5);
      const isMuch = inside.length >= 12 && distinct(inside, keyOf) >= 6 && sum(inside) >= 800_000;
      return isMuch && out >= 0.7 * sum(inside);
    });
    return ofSeveral || collects;
  },

  dormant_reactivation: (history: History) =>
    history.rows.some((row, index) => {
      const before = history.rows[index - 1];
      if (before === undefined || row.day - before.day < 120) return false;
      const week = history.rows.filter(
        (other) =>
          other.day >= row.day &&
          other.day < row.day + 7 &&
          !isExempt(other) &&
          (isMovable(other) || !history.world.isKnown(other.key)),
      );
      const seen = new Set(history.rows.slice(0, index).map(keyOf));
      return sum(week) >= 100_000 && week.some(({ key }) => !seen.has(key));
    }),
} as const;

interface Pairing {
  /** Between the two legs, at most. */
  days: number;
  /** How far the amounts may lie apart, as a fraction. */
  apart: number;
  sameCompany: boolean;
}

/** Opposite entries of nearly the same amount, each used once; a pair has the day of its later leg. */
function pairsIn(rows: readonly Row[], { days, apart, sameCompany }: Pairing): { day: number }[] {
  const used = new Set<Row>();
  return rows.flatMap((row) => {
    const other = rows.find(
      (later) =>
        !used.has(row) &&
        !used.has(later) &&
        later.transactionType !== row.transactionType &&
        later.day >= row.day &&
        later.day <= row.day + days &&
        (!sameCompany || later.key === row.key) &&
        Math.abs(later.cents - row.cents) <= apart * row.cents,
    );
    if (other === undefined) return [];
    used.add(row).add(other);
    return [{ day: other.day }];
  });
}
