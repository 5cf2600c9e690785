import type { EvidenceBaseline, EvidenceFigure } from '@clearwatch/contracts/fraud/alert-evidence';
import { dayOf } from '../../calendar/day.ts';
import { centsOfDollars, formatCents } from '../../money/cents.ts';
import { formatDollars } from '../../money/format-dollars.ts';
import { countFigure, moneyFigure } from '../figure.ts';
import type { SubThresholdStanding } from './sub-threshold-credits.ts';
import type { SubThresholdParameters } from './sub-threshold-parameters.ts';

/** The common conditions of the structuring family, each beside its threshold. */
export function standingFigures(
  standing: SubThresholdStanding,
  parameters: SubThresholdParameters,
): EvidenceFigure[] {
  const figures = [
    moneyFigure({
      label: `Unexplained credits below the line within ${parameters.sumDays} days`,
      value: standing.recentCents,
      comparison: '>',
      threshold: centsOfDollars(parameters.reportingLine),
    }),
    countFigure({
      label: `Credits within ${parameters.businessDays} days that show a business`,
      value: standing.largeCredits,
      comparison: '<',
      threshold: parameters.businessCredits,
    }),
  ];
  if (standing.normal.cents > 0) {
    const threshold = parameters.normalRatio * standing.normal.cents;
    const label = `The same against ${parameters.normalRatio} normal months`;
    figures.push(moneyFigure({ label, value: standing.recentCents, threshold }));
  }
  return figures;
}

/** The member's usual month of credits without a stated purpose; null when there is none. */
export function standingBaseline({ normal }: SubThresholdStanding): EvidenceBaseline | null {
  if (normal.cents === 0) return null;
  return {
    label: 'Usual credits without a stated purpose, a month',
    value: formatCents(normal.cents),
    unit: 'USD',
    firstDay: dayOf(normal.firstDay),
    lastDay: dayOf(normal.lastDay),
  };
}

/** What of the common conditions would have kept a rule of the family silent. */
export function standingSilence(
  standing: SubThresholdStanding,
  parameters: SubThresholdParameters,
): string[] {
  const missing = parameters.businessCredits - standing.largeCredits;
  const mostUsual = Math.floor(standing.recentCents / parameters.normalRatio);
  return [
    `With usual unexplained credits of more than ${formatDollars(mostUsual)} a month.`,
    `With ${missing} more ${missing === 1 ? 'credit' : 'credits'} of ${formatDollars(centsOfDollars(parameters.reportingLine))} ` +
      `or more in the ${parameters.businessDays} days before, as a business has them.`,
    'With senders that had paid into the account at least three times over 40 days before.',
  ];
}

/** What the member usually receives, for the description. */
export function usualCredits({ normal }: SubThresholdStanding): string {
  return normal.cents > 0 ? `${formatDollars(normal.cents)} a month are usual` : 'such credits are not usual';
}
