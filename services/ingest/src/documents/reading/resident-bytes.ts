import { readFileSync } from 'node:fs';

/** Linux counts memory in pages. */
const PAGE_BYTES = 4_096;

/** Memory that a process holds; 0 where the system does not tell, or when it is gone. */
export function residentBytes(pid: number | undefined): number {
  if (pid === undefined) return 0;
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
