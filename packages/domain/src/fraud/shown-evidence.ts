import type { AlertEvidence, EvidenceFact, EvidenceFigure } from '@clearwatch/contracts/fraud/alert-evidence';

/** Until the rule versions of November 2026 shares were frozen as ratios with two decimals, and one of them was not told apart. */
const OLD_SHARE = /\bshares?\b|^The same, of all accounts that .* debited$/i;
const LABELS: Readonly<Record<string, string>> = {
  'Share of it that left': 'Share that had left when the rule was met',
  'Share of it that left, at most': 'Share that had left when the rule was met, at most',
  'Share that left': 'Share of all money in that left',
  'Share that stayed': 'Share of all money in that stayed',
};

/** A figure as it is shown: shares that older versions of a rule froze as ratios are percentages. All others as they are. */
export function shownFigure(figure: EvidenceFigure): EvidenceFigure {
  if (figure.unit !== 'ratio' || !OLD_SHARE.test(figure.label)) return figure;
  return {
    ...figure,
    label: LABELS[figure.label] ?? figure.label,
    value: percentOf(figure.value),
    threshold: percentOf(figure.threshold),
    unit: 'percent',
  };
}

/** A fact as it is shown, by the label of today. */
export function shownFact(fact: EvidenceFact): EvidenceFact {
  const label = fact.unit === 'percent' ? LABELS[fact.label] : undefined;
  return label === undefined ? fact : { ...fact, label };
}

/** Evidence of an alert as people read it; what is stored stays as it was frozen. */
export function shownEvidence<Evidence extends Pick<AlertEvidence, 'figures' | 'facts'>>(
  evidence: Evidence,
): Evidence {
  return {
    ...evidence,
    figures: evidence.figures.map(shownFigure),
    facts: evidence.facts.map(shownFact),
  };
}

/** "0.79" is "79": two decimals of a ratio are whole percents, without the noise of binary fractions. */
function percentOf(ratio: string): string {
  const number = Number(ratio);
  return Number.isFinite(number) ? String(Math.round(10_000 * number) / 100) : ratio;
}
