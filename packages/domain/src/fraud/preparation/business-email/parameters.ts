import { days, minimumHistory, ratio, sum } from '../../parameter.ts';

/** The numbers of bec_pattern, by the three ways it knows. */
export const BUSINESS_EMAIL_PARAMETERS = [
  sum('vendorMinimum', { default: 5000, min: 500, max: 10_000_000, meaning: 'least vendor payment' }),
  days('vendorHistoryDays', {
    default: 20,
    min: 0,
    max: 365,
    meaning: 'age of the account for vendor payments',
  }),
  days('nameDays', {
    default: 20,
    min: 0,
    max: 365,
    meaning: 'a name is the account’s when it was first seen longer ago than this',
  }),
  days('goneDays', { default: 4, min: 0, max: 30, meaning: 'days after a payment in which it may leave' }),
  ratio('goneShare', {
    default: 0.5,
    min: 0.1,
    max: 1,
    meaning: 'share of a vendor payment that leaves',
  }),
  ratio('routineRatio', {
    default: 1.25,
    min: 1,
    max: 20,
    meaning: 'debit against the largest earlier one of an old acquaintance, up to which it is routine',
  }),
  days('routineDays', { default: 30, min: 7, max: 180, meaning: 'days ago that those earlier ones lie' }),
  minimumHistory('payrollHistoryDays', {
    default: 60,
    min: 10,
    max: 365,
    meaning: 'age of the account for redirected pay',
  }),
  ratio('payrollHighRiskShare', {
    default: 0.7,
    min: 0.1,
    max: 1,
    meaning: 'share of redirected pay that leaves for high risk',
  }),
  sum('lookAlikeMinimum', {
    default: 1000,
    min: 100,
    max: 10_000_000,
    meaning: 'least payment under a look-alike name',
  }),
  ratio('lookAlikeRatio', {
    default: 1.4,
    min: 1,
    max: 100,
    meaning: 'that payment against the median of the company it resembles',
  }),
  days('payrollCoolDays', {
    default: 45,
    min: 1,
    max: 365,
    meaning: 'redirected pay is one alert for so long',
  }),
] as const;

export type BusinessEmailParameters = Record<(typeof BUSINESS_EMAIL_PARAMETERS)[number]['name'], number>;
