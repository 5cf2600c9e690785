import { centsOfDollars } from '../../money/cents.ts';
import { days, fixedAmount, fixedCount, ratio } from '../parameter.ts';
import { MOST_ACCOUNTS_OF_A_MEMBER } from './account-history.ts';
import type { SubThresholdLimits } from './sub-threshold-credits.ts';

/** What every rule of the structuring family lets the policy say about the credits it looks at. */
export const SUB_THRESHOLD_PARAMETERS = [
  // Set by regulation, not by the institution.
  fixedAmount('reportingLine', {
    default: 10_000,
    min: 10_000,
    max: 10_000,
    meaning: 'the reporting line',
  }),
  fixedAmount('candidateMinimum', {
    default: 500,
    min: 100,
    max: 5000,
    meaning: 'least credit that is looked at',
  }),
  days('sumDays', { default: 14, min: 7, max: 60, meaning: 'days whose sum must pass the line' }),
  ratio('normalRatio', { default: 2, min: 1, max: 20, meaning: 'that sum against the normal month' }),
  fixedCount('businessCredits', {
    default: 3,
    min: 1,
    max: 50,
    meaning: 'large credits that show a business',
  }),
  fixedAmount('businessEstablished', {
    default: 8000,
    min: 1000,
    max: 10_000,
    meaning: 'large, if established',
  }),
  days('businessDays', { default: 200, min: 30, max: 730, meaning: 'days in which those fall' }),
  fixedCount('maximumAccounts', {
    default: MOST_ACCOUNTS_OF_A_MEMBER,
    min: 1,
    max: MOST_ACCOUNTS_OF_A_MEMBER,
    meaning: 'most accounts of a name read together',
  }),
] as const;

export type SubThresholdParameters = Record<(typeof SUB_THRESHOLD_PARAMETERS)[number]['name'], number>;

/** The same as the preparation takes it: amounts in cents. */
export function subThresholdLimits(parameters: SubThresholdParameters): SubThresholdLimits {
  return {
    reportingLineCents: centsOfDollars(parameters.reportingLine),
    candidateMinimumCents: centsOfDollars(parameters.candidateMinimum),
    sumDays: parameters.sumDays,
    normalRatio: parameters.normalRatio,
    businessCredits: parameters.businessCredits,
    businessEstablishedCents: centsOfDollars(parameters.businessEstablished),
    businessDays: parameters.businessDays,
  };
}
