import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SmallDisk {
  /** Changes the size; never below the space in use. */
  resize(megabytes: number): void;
  /** Megabytes in use. */
  usedMegabytes(): number;
  remove(): void;
}

/** False without root, and in a container without the mount capability. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'clearwatch-mount-'));
  const disk = smallDisk(folder, 1);
  disk?.remove();
  rmSync(folder, { recursive: true, force: true });
  return disk !== null;
}

/**
 * Mounts an in-memory file system of this size in megabytes at a folder. Writes beyond it fail with ENOSPC.
 *
 * @returns null where mounting is not permitted
 */
export function smallDisk(folder: string, megabytes: number): SmallDisk | null {
  const mount = (options: string) =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'clearwatch-test', folder], { stdio: 'ignore' });
  if (mount(`size=${megabytes}m,mode=0777`).status !== 0) return null;
  return {
    resize: (size) => void mount(`remount,size=${size}m`),
    usedMegabytes: () => {
      const { blocks, bfree, bsize } = statfsSync(folder);
      return Math.ceil(((blocks - bfree) * bsize) / 2 ** 20);
    },
    remove: () => void spawnSync('umount', ['--lazy', folder], { stdio: 'ignore' }),
  };
}
