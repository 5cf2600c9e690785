import { weekday } from '../../world/epoch-day.ts';
import { debits, distinct, type History, median, type Row, someWindow, sum } from './history.ts';

const isWeekend = ({ day }: Row) => weekday(day) % 6 === 0;
/** Saturday and Sunday have the same number. */
const weekendOf = ({ day }: Row) => Math.floor((day + 5) / 7);

/** Conditions of the catalogue about debits, in outline: enough to tell whether a pattern is what its label says. */
export const TAKEOVER_RULES = {
  weekend_only: (history: History) =>
    [...Map.groupBy(history.rows, keyOf).values()].some(
      (own) =>
        own.every((row) => row.transactionType === 'Debit' && isWeekend(row)) &&
        own.every(({ key }) => !history.world.isKnown(key)) &&
        someWindow(own, 45, (inside) => inside.length >= 5 && distinct(inside, weekendOf) >= 3),
    ),

  high_risk_pattern: (history: History) => {
    const risky = debits(history).filter(
      ({ company, secCode }) => secCode === 'IAT' || /CRYPTO|CASINO|SPORTS|PAYDAY|REMIT/.test(company),
    );
    return someWindow(risky, 14, (inside, { day }) => {
      const before = risky.filter((row) => row.day <= day - 14 && row.day > day - 104);
      return inside.length >= 2 && sum(inside) >= 150_000 && sum(inside) >= 1.5 * sum(before);
    });
  },

  frequent_debits: (history: History) => {
    const days = [...Map.groupBy(debits(history), ({ day }) => day)];
    return days.some(([day, own]) => {
      const usual = median(days.filter(([other]) => other < day).map(([, rows]) => rows.length));
      return own.length >= 10 && usual < own.length / 2;
    });
  },
} as const;

const keyOf = ({ key }: Row) => key;
