/** Colour of an income-to-debt ratio. */
export type DebtRatioBand = 'green' | 'yellow' | 'red';

/** Percent of the income that bills may take before the figure is shown yellow and red (spec, section 5). */
export const YELLOW_ABOVE_PERCENT = 60;
export const RED_ABOVE_PERCENT = 80;

/**
 * Colour of bills / income x 100: above 80 red, above 60 yellow, else green. The one decimal that is shown decides, so
 * that no red badge says 80.0.
 *
 * @param ratioPercent as `incomeToDebtRatio` gives it
 */
export function debtRatioBand(ratioPercent: number): DebtRatioBand {
  if (ratioPercent > RED_ABOVE_PERCENT) return 'red';
  return ratioPercent > YELLOW_ABOVE_PERCENT ? 'yellow' : 'green';
}
