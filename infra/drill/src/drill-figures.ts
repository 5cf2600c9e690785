import type { DrillResult } from './judge-drill.ts';

/** What detection has to reach on a drill: examiners ask what is missed, analysts drown in what is noise. */
export const DRILL_GOALS = {
  recall: 0.95,
  recallObvious: 1,
  flaggedPerThousandClean: 60,
  alertsPerBehaviour: 1.15,
} as const;

export type DrillFigures = Record<keyof typeof DRILL_GOALS, number>;

/** The figures of one or several drills taken together; a share of nothing is 1, a rate of nothing 0. */
export function figuresOf(results: readonly DrillResult[]): DrillFigures {
  const types = results.flatMap((result) => result.types);
  const total = (value: (type: DrillResult['types'][number]) => number) =>
    types.reduce((sum, type) => sum + value(type), 0);
  const found = total(({ obvious, hard }) => obvious.found + hard.found);
  const planted = total(({ obvious, hard }) => obvious.planted + hard.planted);
  const sum = (value: (result: DrillResult) => number) =>
    results.reduce((all, result) => all + value(result), 0);
  const plantedObvious = total(({ obvious }) => obvious.planted);
  const due = sum((result) => result.alertsDue);
  const clean = sum((result) => result.clean.accounts);
  return {
    recall: planted === 0 ? 1 : found / planted,
    recallObvious: plantedObvious === 0 ? 1 : total(({ obvious }) => obvious.found) / plantedObvious,
    flaggedPerThousandClean: clean === 0 ? 0 : (1_000 * sum((result) => result.clean.flagged)) / clean,
    alertsPerBehaviour: due === 0 ? 0 : sum((result) => result.alertsOnFound) / due,
  };
}

/** Goals that are missed, by name. */
export function missedGoals(figures: DrillFigures): (keyof typeof DRILL_GOALS)[] {
  const missed: (keyof typeof DRILL_GOALS)[] = [];
  if (figures.recall < DRILL_GOALS.recall) missed.push('recall');
  if (figures.recallObvious < DRILL_GOALS.recallObvious) missed.push('recallObvious');
  if (figures.flaggedPerThousandClean > DRILL_GOALS.flaggedPerThousandClean)
    missed.push('flaggedPerThousandClean');
  if (figures.alertsPerBehaviour > DRILL_GOALS.alertsPerBehaviour) missed.push('alertsPerBehaviour');
  return missed;
}
