/**
 * A percentage above a limit, with one decimal, or with as many as it takes to be seen above it: 0.504 above 0.5 is
 * "0.504%", because "0.5% (limit 0.5%)" reads as a mistake. Four decimals at most.
 */
export function percentAbove(percent: number, limitPercent: number): string {
  const decimals = [1, 2, 3, 4].find((places) => Number(percent.toFixed(places)) > limitPercent);
  return `${percent.toFixed(decimals ?? 1)}%`;
}
