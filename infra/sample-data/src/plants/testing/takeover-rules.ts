import { debits, type History, someWindow, sum } from './history.ts';

/** Conditions of the catalogue about debits, in outline: enough to tell whether a pattern is what its label says. */
export const TAKEOVER_RULES = {
  high_risk_pattern: (history: History) => {
    const risky = debits(history).filter(
      ({ company, secCode }) => secCode === 'IAT' || /CRYPTO|CASINO|SPORTS|PAYDAY|REMIT/.test(company),
    );
    return someWindow(risky, 14, (inside, { day }) => {
      const before = risky.filter((row) => row.day <= day - 14 && row.day > day - 104);
      return inside.length >= 2 && sum(inside) >= 150_000 && sum(inside) >= 1.5 * sum(before);
    });
  },
} as const;
