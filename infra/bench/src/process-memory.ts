import { readFileSync, writeFileSync } from 'node:fs';

/** Highest resident memory of a process since its start or `forgetPeak`, in megabytes (Linux; null elsewhere). */
export function peakMegabytes(pid: number | undefined): number | null {
  try {
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1_024;
  } catch {
    return null;
  }
}

/** Lets the next peak be that of the next work (Linux, proc(5): 5 into clear_refs; elsewhere nothing happens). */
export function forgetPeak(pid: number | undefined): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Then the peak is that of everything so far: too high, never too low.
  }
}
