import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Process ids of a service or a server; what it starts later stays where it is. */
type Pids = readonly number[];

/**
 * Keeps processes, with all their threads and children, on some of the processors that this program may use.
 * @returns lets them use all again; null where that cannot be said (Linux: taskset), or there are not so many
 */
export function keepOnProcessors(pids: Pids, count: number): (() => void) | null {
  const all = processorsOf(process.pid);
  if (all === null || all.length < count) return null;
  const set = (processors: readonly number[]): boolean =>
    pids.flatMap(withChildren).every((pid) => isMoved(pid, processors));
  const release = () => void set(all);
  if (set(all.slice(0, count))) return release;
  release();
  return null;
}

function processorsOf(pid: number): number[] | null {
  try {
    const list = /Cpus_allowed_list:\s+(\S+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return list === undefined ? null : list.split(',').flatMap(numbersOf);
  } catch {
    return null;
  }
}

/** "3" or "0-2", as Linux writes it. */
function numbersOf(range: string): number[] {
  const [first = 0, last = first] = range.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function withChildren(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return [
      pid,
      ...children
        .split(' ')
        .filter((child) => child !== '')
        .map(Number),
    ];
  } catch {
    return [pid];
  }
}

/** Whoever has ended meanwhile is nowhere, which is as good. */
function isMoved(pid: number, processors: readonly number[]): boolean {
  const { status, error } = spawnSync('taskset', ['-acp', processors.join(','), String(pid)], {
    stdio: 'ignore',
  });
  return error === undefined && (status === 0 || processorsOf(pid) === null);
}
