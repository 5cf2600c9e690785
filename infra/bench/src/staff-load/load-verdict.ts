import { thresholdsOf } from './limits.ts';
import type { LoadProfile } from './load-profiles.ts';
import type { ResidentMemory } from './service-memory.ts';
import type { RouteFigures, Tally } from './tally.ts';

export interface Judged {
  what: string;
  found: string;
  isMet: boolean;
}

/** Each threshold of a profile, and whether it was met. What nobody asked for is met. */
export function judge(profile: LoadProfile, tally: Tally): Judged[] {
  const times = thresholdsOf(profile).map(({ kind, p95Ms }) => {
    const found = tally.p95Of(kind);
    return {
      what: `p95 of ${kind} at most ${p95Ms} ms`,
      found: Number.isNaN(found) ? 'not asked' : `${found.toFixed(0)} ms`,
      isMet: !(found > p95Ms),
    };
  });
  const figures = tally.figures();
  const sum = (what: 'count' | 'errors' | 'refused') =>
    figures.reduce((total, route) => total + route[what], 0);
  const [count, errors, refused] = [sum('count'), sum('errors'), sum('refused')];
  return [
    ...times,
    { what: 'no errors', found: `${errors} of ${count}`, isMet: count > 0 && errors === 0 },
    {
      what: `at most ${profile.refusals * 100} % refused`,
      found: `${refused} of ${count}`,
      isMet: refused <= profile.refusals * count,
    },
  ];
}

/** Whether each process holds about as much at the end as halfway through. Nothing is said of processes that are not ours. */
export function judgeGrowth(
  { growthMegabytes }: LoadProfile,
  { halfway, after }: { halfway: ResidentMemory; after: ResidentMemory },
): Judged[] {
  if (growthMegabytes === undefined) return [];
  return [...after].map(([name, megabytes]) => {
    const grown = megabytes - (halfway.get(name) ?? Number.NaN);
    return {
      what: `${name} at most ${growthMegabytes} MB larger than halfway through`,
      found: `${grown.toFixed(0)} MB`,
      isMet: grown <= growthMegabytes,
    };
  });
}

/** One line per route. @param alone the same routes, asked one after the other: the limit that the load is held against */
export function routeTable(figures: readonly RouteFigures[], alone: readonly RouteFigures[]): string {
  const rows = figures.map(({ name, count, p50, p95, p99, refused, errors }) => {
    const calm = alone.find((other) => other.name === name)?.p50 ?? Number.NaN;
    const [low, high] = [p50 / calm, p95 / calm].map((ratio) =>
      Number.isNaN(ratio) ? '-' : `${ratio.toFixed(1)} ×`,
    );
    return [
      name,
      String(count),
      ...[calm, p50, p95, p99].map((ms) => (Number.isNaN(ms) ? '-' : ms.toFixed(0))),
      low ?? '',
      high ?? '',
      String(refused),
      String(errors),
    ];
  });
  const head = [
    'route',
    'asked',
    'alone p50',
    'p50',
    'p95',
    'p99',
    'p50/alone',
    'p95/alone',
    'refused',
    'errors',
  ];
  const widths = head.map((title, at) => Math.max(title.length, ...rows.map((row) => row[at]?.length ?? 0)));
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  '),
    )
    .join('\n');
}
