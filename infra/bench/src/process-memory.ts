import { readFileSync } from 'node:fs';

/** Highest resident memory of a process since its start, in megabytes (Linux; null elsewhere). */
export function peakMegabytes(pid: number | undefined): number | null {
  try {
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) / 1_024;
  } catch {
    return null;
  }
}
