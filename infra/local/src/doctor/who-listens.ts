import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { processes } from './running-processes.ts';

const LISTENING = '0A';

/** The process that listens on a port of this machine; null when it cannot be seen (another user's, no /proc). */
export function whoListensOn(port: number): number | null {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  const sockets = new Set(
    ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
      linesOf(table).flatMap((line) => {
        const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
        return state === LISTENING && local.endsWith(`:${hex}`) ? [`socket:[${inode}]`] : [];
      }),
    ),
  );
  if (sockets.size === 0) return null;
  return processes().find((pid) => openFilesOf(pid).some((file) => sockets.has(file))) ?? null;
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').slice(1);
  } catch {
    return [];
  }
}

function openFilesOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap((handle) => {
      try {
        return [readlinkSync(`/proc/${pid}/fd/${handle}`)];
      } catch {
        return [];
      }
    });
  } catch {
    return [];
  }
}
