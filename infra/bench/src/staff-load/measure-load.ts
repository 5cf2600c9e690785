import { cpus, loadavg, totalmem } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { TrialInstallation } from '@clearwatch/infra-local/trial/trial-installation';
import { Random } from '@clearwatch/sample-data/world/random';
import { type Catalogue, fill } from './choose-visit.ts';
import { EventTabs } from './event-tabs.ts';
import { type LoadProfile, secondsOf } from './load-profiles.ts';
import { judge, judgeGrowth, routeTable } from './load-verdict.ts';
import { StaffPlayer } from './play-visits.ts';
import { memoryTable, residentMegabytes } from './service-memory.ts';
import { STAFF_DAY } from './staff-day.ts';
import { Tally } from './tally.ts';

/** How often each route is asked before the load, one after the other. */
const ALONE = 10;

export interface Load {
  base: string;
  /** Cookie headers. */
  sessions: readonly string[];
  profile: LoadProfile;
  /** Share of the time that the profile has. */
  shorten: number;
  seed: number;
  /** Whose memory is looked at; null where it is not ours. */
  installation: TrialInstallation | null;
  say: (text: string) => void;
}

/** Plays a profile and prints what came of it. @returns whether every threshold was met */
export async function measureLoad(load: Load): Promise<boolean> {
  const { base, sessions, profile, shorten, installation, say } = load;
  const player = new StaffPlayer(base, sessions);
  const tabs = await EventTabs.openFor(base, sessions);
  try {
    const catalogue = await player.catalogue();
    say('Asking for everything once, then alone ...');
    await askAlone(player, catalogue, 1);
    const alone = await askAlone(player, catalogue, ALONE);
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
    const judged = [...judge(profile, tally), ...judgeGrowth(profile, { halfway, after })];
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
export async function askAlone(player: StaffPlayer, catalogue: Catalogue, times: number): Promise<Tally> {
  const tally = new Tally();
  for (let time = 0; time < times; time += 1) {
    for (const visit of STAFF_DAY) {
      for (const request of fill(visit, catalogue, () => time / times) ?? [])
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
