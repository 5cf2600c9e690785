import { type LoadProfile, visitsPerSecond } from './load-profiles.ts';

/**
 * Moments at which somebody opens a screen, in seconds from the beginning. Arrivals are open: nobody waits for the answer of
 * another, so a slow server is asked no less (a closed loop would hide just the moments that matter).
 *
 * @param random uniform in [0, 1): moments are a Poisson process whose rate follows the stages
 * @param shorten a share of the time that the profile has, say 0.1
 */
export function* arrivals(
  { startStaff, stages }: Pick<LoadProfile, 'startStaff' | 'stages'>,
  random: () => number,
  shorten = 1,
): Generator<number, void> {
  const perStaff = visitsPerSecond();
  const most = Math.max(startStaff, ...stages.map(({ staff }) => staff)) * perStaff;
  let before = startStaff;
  let from = 0;
  for (const { staff, seconds } of stages) {
    const long = seconds * shorten;
    // Thinned out of the highest rate (Lewis and Shedler): exact for any course of the rate.
    for (let at = pause(most, random); at < long; at += pause(most, random)) {
      const rate = (before + ((staff - before) * at) / long) * perStaff;
      if (random() * most < rate) yield from + at;
    }
    before = staff;
    from += long;
  }
}

function pause(rate: number, random: () => number): number {
  return -Math.log(1 - random()) / rate;
}
