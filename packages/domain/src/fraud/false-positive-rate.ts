/** Reviewed alerts by what was decided. */
export interface DecidedAlerts {
  falsePositive: number;
  explained: number;
  suspicious: number;
  escalated: number;
}

/**
 * Of 100 alerts that were reviewed with an outcome, those that led to nothing: false positives (the rule saw what was not
 * there) and explained ones (it saw rightly, and the reason was innocent). Banks count both as non-productive when they
 * tune thresholds, because both cost the same work. Reviews without an outcome say nothing and do not count.
 *
 * @returns percent with one decimal ("62.5"); null before the first outcome
 */
export function falsePositiveRate(decided: DecidedAlerts): string | null {
  const unproductive = decided.falsePositive + decided.explained;
  const all = unproductive + decided.suspicious + decided.escalated;
  return all === 0 ? null : (Math.round((1000 * unproductive) / all) / 10).toFixed(1);
}
