import { readFileSync } from 'node:fs';
import type { TrialInstallation } from '@clearwatch/infra-local/trial/trial-installation';

const SERVICES = ['gateway', 'auth', 'ingest', 'analytics', 'reports'] as const;

/** What each process holds now (Linux, proc(5)). */
export type ResidentMemory = ReadonlyMap<string, number>;

export function residentMegabytes(installation: TrialInstallation | null): ResidentMemory {
  if (installation === null) return new Map();
  return new Map(
    SERVICES.flatMap((name) => {
      const kilobytes = statusOf(installation.stack.pidOf(name));
      return kilobytes === undefined ? [] : [[name, Number(kilobytes) / 1_024] as const];
    }),
  );
}

export function memoryTable(before: ResidentMemory, after: ResidentMemory): string {
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
