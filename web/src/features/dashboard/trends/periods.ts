import type { DASHBOARD_PERIODS } from '@clearwatch/contracts/dashboard.dto';

/** Days; the contract's list. */
export type Period = (typeof DASHBOARD_PERIODS)[number];

const LABELS: Record<Period, string> = {
  30: 'Last 30 Days',
  60: 'Last 60 Days',
  90: 'Last 90 Days',
  365: 'Last 12 Months',
};

export const DEFAULT_PERIOD: Period = 365;

/** As addresses say them, the usual one first. */
export const PERIOD_WORDS: [`${Period}`, ...`${Period}`[]] = [`${DEFAULT_PERIOD}`, '30', '60', '90'];

export const PERIODS = Object.entries(LABELS).map(([days, label]) => ({
  value: Number(days) as Period,
  label,
}));
