import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT_ROOT } from '../project-root.ts';

export interface ServiceOnThisMachine {
  pid: number;
  name: string;
  /** Null when another user's process does not say. */
  port: number | null;
  /** The process that started it and still watches it; null when that one is gone. */
  supervisor: number | null;
}

const SUPERVISOR = /infra\/local|jest/;

/** The processes of this project's services; none where the system has no /proc. */
export function servicesOnThisMachine(): ServiceOnThisMachine[] {
  return processes().flatMap((pid) => {
    const name = read(pid, 'cmdline')
      .split('\0')
      .map(serviceIn)
      .find((found) => found !== null);
    if (name === undefined || name === null) return [];
    const parent = Number(/^PPid:\s+(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0);
    const port = Number(/(?:^|\0)PORT=(\d+)/.exec(read(pid, 'environ'))?.[1] ?? 0);
    return [{ pid, name, port: port === 0 ? null : port, supervisor: isSupervisor(parent) ? parent : null }];
  });
}

/** The service whose program this word of a command is; null when it is none of this project's. */
function serviceIn(word: string): string | null {
  const [folder, end] = [`${join(PROJECT_ROOT, 'services')}/`, '/dist/main.js'];
  return word.startsWith(folder) && word.endsWith(end) ? word.slice(folder.length, -end.length) : null;
}

/** What a process was started with, shortened for people. */
export function commandOf(pid: number): string {
  return read(pid, 'cmdline').replaceAll('\0', ' ').trim().slice(0, 100);
}

export function processes(): number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
  } catch {
    return [];
  }
}

const isSupervisor = (pid: number): boolean => pid > 1 && SUPERVISOR.test(read(pid, 'cmdline'));

/** Empty when the process is gone, or another user's. */
function read(pid: number, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return '';
  }
}
