/**
 * With how many decimals a percentage above a limit is seen to be above it, 4 at most: 0.504 above 0.5 takes three, because "0.5%
 * (limit 0.5%)" reads as a mistake. `least` for all others.
 */
export function decimalsAbove({
  percent,
  limitPercent,
  least,
}: {
  percent: number;
  limitPercent: number;
  least: 1 | 2;
}): number {
  const isSeen = (places: number) => Number(percent.toFixed(places)) > limitPercent;
  return [1, 2, 3, 4].find((places) => places >= least && isSeen(places)) ?? least;
}

/** A percentage with one decimal, or with as many as it takes to be seen above the limit. */
export function percentAbove(percent: number, limitPercent: number): string {
  return `${percent.toFixed(decimalsAbove({ percent, limitPercent, least: 1 }))}%`;
}
