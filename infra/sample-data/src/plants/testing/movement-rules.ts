import {
  credits,
  debits,
  distinct,
  type History,
  isEstablished,
  isExempt,
  isFirstTime,
  isMovable,
  median,
  outflow,
  type Row,
  someWindow,
  strangeCredits,
  sum,
} from './history.ts';

const PRESSING =
  /URGENT|ASAP|IMMEDIATE|PAY TODAY|FINAL NOTICE|OVERDUE|CONFIDENTIAL|(?:NEW|CHANGE OF|UPDATED) (?:BANK|REMIT|ACC)/;
const nameOf = ({ firstName, lastName }: Row) => `${firstName} ${lastName}`;
const keyOf = ({ key }: Row) => key;

/** Conditions of the catalogue about money that comes and goes, in outline. */
export const MOVEMENT_RULES = {
  round_amount_structuring: (history: History) =>
    someWindow(
      credits(history).filter(
        (row) =>
          row.cents >= 50_000 && row.cents < 1_000_000 && !isExempt(row) && !isEstablished(history, row),
      ),
      14,
      (inside) => {
        const round = inside.filter(({ cents }) => cents >= 100_000 && cents % 10_000 === 0);
        return round.length >= 4 && round.length >= 0.8 * inside.length && sum(round) > 1_000_000;
      },
    ),

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

  urgency_flag: ({ rows }: History) =>
    rows.some(({ company, entryDescription, addenda, cents }) => {
      const named = company.split(' ');
      const words = `${entryDescription} ${addenda ?? ''}`.split(' ').filter((word) => !named.includes(word));
      return cents >= 100_000 && PRESSING.test(words.join(' '));
    }),

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

  unusual_pattern: (history: History) =>
    history.rows.some((row) => {
      const own = history.rows.filter(
        (other) =>
          other.key === row.key && other.transactionType === row.transactionType && other.day < row.day,
      );
      const amounts = own.map(({ cents }) => cents);
      const isOld = own.length >= 4 && (own.at(-1)?.day ?? 0) - (own[0]?.day ?? 0) >= 60;
      const least = isMovable(row) ? 150_000 : 40_000;
      const isFar = row.cents >= 4 * median(amounts) && row.cents >= 2.5 * Math.max(...amounts);
      return isOld && isFar && row.cents >= least && !isExempt(row) && !row.isReturn;
    }),

  bec_pattern: (history: History) =>
    credits(history).some(
      (row) =>
        isFirstTime(history, row) &&
        (isVendorPayment(history, row) || isRedirectedPay(history, row) || isImpostor(history, row)),
    ),
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

const isCorporate = ({ secCode }: Row) => secCode === 'CCD' || secCode === 'CTX';

function isVendorPayment(history: History, row: Row): boolean {
  const said = `${row.entryDescription} ${row.addenda ?? ''}`;
  const isOfVendor =
    isCorporate(row) && row.cents >= 500_000 && !isExempt(row) && /VENDOR|INVOICE/.test(said);
  const isOld = row.day - (history.rows[0]?.day ?? row.day) >= 20;
  const seen = history.rows.filter(({ day }) => day < row.day).map(nameOf);
  const gone = sum(debits(history).filter(({ day }) => day >= row.day && day <= row.day + 4));
  return (
    isOld && isOfVendor && (!seen.includes(nameOf(row)) || gone >= 0.5 * row.cents || /NEW BANK/.test(said))
  );
}

function isRedirectedPay(history: History, row: Row): boolean {
  const earlier = history.rows.filter(({ day }) => day < row.day);
  const names = new Set(earlier.flatMap(({ firstName, lastName }) => [firstName, lastName]));
  const isOld = row.day - (earlier[0]?.day ?? row.day) >= 60;
  return row.entryDescription === 'PAYROLL' && isOld && !names.has(row.firstName) && !names.has(row.lastName);
}

/** The name of an established customer, but for a letter at its end. */
function isImpostor(history: History, row: Row): boolean {
  if (!isCorporate(row) || row.cents < 100_000) return false;
  const others = Map.groupBy(
    credits(history).filter(({ day, key }) => day < row.day && key !== row.key),
    keyOf,
  );
  return [...others].some(
    ([key, own]) =>
      own.length >= 3 &&
      (key.startsWith(row.key) || row.key.startsWith(key)) &&
      row.cents >= 1.4 * median(own.map(({ cents }) => cents)),
  );
}
