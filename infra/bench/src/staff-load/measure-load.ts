import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { TemporaryInstallation } from '@clearwatch/infra-local/temporary-installation';
import { Random } from '@clearwatch/sample-data/seeded-random';
import { type LoadProfile, secondsOf, thresholdsOf } from './load-profiles.ts';
import { EventTabs, LoadResults, type RouteFigures, StaffPlayer } from './play-visits.ts';
import { type Catalogue, fillVisit, STAFF_VISITS } from './staff-visits.ts';

const SERVICES = ['gateway', 'auth', 'ingest', 'analytics', 'reports'] as const;

/** What each process holds now (Linux, proc(5)). */
type ResidentMemory = ReadonlyMap<string, number>;

function residentMegabytes(installation: TemporaryInstallation | null): ResidentMemory {
  if (installation === null) return new Map();
  return new Map(
    SERVICES.flatMap((name) => {
      const kilobytes = statusOf(installation.stack.pidOf(name));
      return kilobytes === undefined ? [] : [[name, Number(kilobytes) / 1_024] as const];
    }),
  );
}

function memoryTable(before: ResidentMemory, after: ResidentMemory): string {
  if (after.size === 0) return 'memory: not ours to look at';
  const cells = [...after].map(
    ([name, megabytes]) =>
      `${name} ${(before.get(name) ?? Number.NaN).toFixed(0)} → ${megabytes.toFixed(0)} MB`,
  );
  return `memory: ${cells.join(', ')}`;
}

function statusOf(pid: number | undefined): string | undefined {
  try {
    return /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  } catch {
    return undefined;
  }
}

export interface ThresholdResult {
  what: string;
  found: string;
  isMet: boolean;
}

/** Each threshold of a profile, and whether it was met. What nobody asked for is met. */
export function checkThresholds(profile: LoadProfile, tally: LoadResults): ThresholdResult[] {
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
export function checkMemoryGrowth(
  { growthMegabytes }: LoadProfile,
  { halfway, after }: { halfway: ResidentMemory; after: ResidentMemory },
): ThresholdResult[] {
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
function routeTable(figures: readonly RouteFigures[], alone: readonly RouteFigures[]): string {
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

/** How often each route is asked before the load, one after the other. */
const UNLOADED_REQUESTS = 10;

export interface LoadRun {
  base: string;
  /** Cookie headers. */
  sessions: readonly string[];
  profile: LoadProfile;
  /** Share of the time that the profile has. */
  shorten: number;
  seed: number;
  /** Whose memory is looked at; null where it is not ours. */
  installation: TemporaryInstallation | null;
  say: (text: string) => void;
}

/** Plays a profile and prints what came of it. @returns whether every threshold was met */
export async function measureLoad(load: LoadRun): Promise<boolean> {
  const { base, sessions, profile, shorten, installation, say } = load;
  const player = new StaffPlayer(base, sessions);
  const tabs = await EventTabs.openFor(base, sessions);
  try {
    const catalogue = await player.catalogue();
    say('Asking for everything once, then alone ...');
    await measureUnloaded(player, catalogue, 1);
    const alone = await measureUnloaded(player, catalogue, UNLOADED_REQUESTS);
    const before = residentMegabytes(installation);
    say(`Playing: ${profile.what}, ${sessions.length} sessions, ${tabs.size} tabs that listen ...`);
    const late = monitorEventLoopDelay();
    late.enable();
    const random = new Random(load.seed, 0);
    let halfway = before;
    const half = setTimeout(
      () => {
        halfway = residentMegabytes(installation);
      },
      secondsOf(profile) * shorten * 500,
    );
    const tally = await player.play(profile, { catalogue, random: () => random.next(), shorten });
    clearTimeout(half);
    late.disable();
    const after = residentMegabytes(installation);
    const judged = [...checkThresholds(profile, tally), ...checkMemoryGrowth(profile, { halfway, after })];
    say(`\n${machine()}\n`);
    say(`${routeTable(tally.figures(), alone.figures())}\n`);
    const troubles = new Set([...alone.troubles, ...tally.troubles]);
    for (const trouble of troubles) say(trouble);
    say(memoryTable(before, after));
    say(`tabs: ${tabs.size} listening, ${tabs.lost} lost, ${tabs.events} events heard`);
    say(`this player was late by ${(late.percentile(99) / 1e6).toFixed(0)} ms at p99 and cannot see less\n`);
    for (const { what, found, isMet } of judged) say(`${isMet ? 'met   ' : 'MISSED'}  ${what}: ${found}`);
    return judged.every(({ isMet }) => isMet) && troubles.size === 0 && tabs.lost === 0;
  } finally {
    tabs.close();
    player.close();
  }
}

/** Every request of a day, one at a time. */
export async function measureUnloaded(
  player: StaffPlayer,
  catalogue: Catalogue,
  times: number,
): Promise<LoadResults> {
  const tally = new LoadResults();
  for (let time = 0; time < times; time += 1) {
    for (const visit of STAFF_VISITS) {
      for (const request of fillVisit(visit, catalogue, () => time / times) ?? [])
        await player.visit([request], tally);
    }
  }
  return tally;
}

function machine(): string {
  const [now = 0] = loadavg();
  const gigabytes = (totalmem() / 2 ** 30).toFixed(0);
  return `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${gigabytes} GB, load average ${now.toFixed(1)}`;
}
