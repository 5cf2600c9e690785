import type { Verdict } from './limits.ts';
import type { RequestKind } from './staff-day.ts';

export interface Played {
  /** Method and path as the definition has it. */
  name: string;
  kind: RequestKind;
  verdict: Verdict;
  milliseconds: number;
}

export interface RouteFigures {
  name: string;
  kind: RequestKind;
  count: number;
  p50: number;
  p95: number;
  p99: number;
  refused: number;
  errors: number;
}

/** Everything that was answered, by route. */
export class Tally {
  private readonly routes = new Map<
    string,
    { kind: RequestKind; times: number[]; refused: number; errors: number }
  >();
  /** What went wrong, in words, each kind of trouble once. */
  readonly troubles = new Set<string>();

  add({ name, kind, verdict, milliseconds }: Played): void {
    const route = this.routes.get(name) ?? { kind, times: [], refused: 0, errors: 0 };
    this.routes.set(name, route);
    if (verdict === 'answered') route.times.push(milliseconds);
    else route[verdict === 'refused' ? 'refused' : 'errors'] += 1;
  }

  figures(): RouteFigures[] {
    return [...this.routes]
      .map(([name, { kind, times, refused, errors }]) => {
        const sorted = times.toSorted((a, b) => a - b);
        return {
          name,
          kind,
          count: times.length + refused + errors,
          p50: percentile(sorted, 0.5),
          p95: percentile(sorted, 0.95),
          p99: percentile(sorted, 0.99),
          refused,
          errors,
        };
      })
      .toSorted((a, b) => b.count - a.count);
  }

  /** Over all routes of a kind; NaN when none was asked. */
  p95Of(kind: RequestKind): number {
    const times = [...this.routes.values()].flatMap((route) => (route.kind === kind ? route.times : []));
    return percentile(
      times.toSorted((a, b) => a - b),
      0.95,
    );
  }
}

/** The value that so many of the sorted ones do not exceed (nearest rank). */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
