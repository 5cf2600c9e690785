import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LEAST_FREE_BYTES } from '../data-directory.ts';
import { type Finding, note, well, wrong } from './finding.ts';

/** An import of the largest file needs its bytes, its rows and the log of the database. */
const COMFORTABLE_FREE_BYTES = 10 * 2 ** 30;
const ABOUT = 'data folder';

/** Whether the folder of the installation can be written to, is closed to others, and its disk has room. */
export function checkDataDirectory(directory: string): Finding[] {
  if (!existsSync(directory)) {
    return [
      note(ABOUT, `${directory} is not there yet`, 'npm start makes it; or set DATA_DIR to where it is.'),
    ];
  }
  if (!statSync(directory).isDirectory()) {
    return [wrong(ABOUT, `${directory} is a file`, 'Set DATA_DIR to a folder.')];
  }
  return [...rightsIn(directory), spaceIn(directory)];
}

function rightsIn(directory: string): Finding[] {
  const closed = ['', 'logs', 'uploads', 'keys']
    .map((name) => join(directory, name))
    .filter((folder) => existsSync(folder) && !isWritable(folder));
  return closed.length === 0
    ? [well(ABOUT, `${directory} can be written to`)]
    : closed.map((folder) =>
        wrong(
          ABOUT,
          `this user may not write in ${folder}`,
          'Give it to the user who runs Clearwatch (chown -R).',
        ),
      );
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function spaceIn(directory: string): Finding {
  const { bavail, bsize } = statfsSync(directory);
  return spaceFinding(bavail * bsize, directory);
}

export function spaceFinding(free: number, directory: string): Finding {
  const says = `${(free / 2 ** 30).toFixed(1)} GB are free on the disk of ${directory}`;
  const remedy = 'Free some space, or move DATA_DIR to a larger disk while Clearwatch is stopped.';
  if (free < LEAST_FREE_BYTES) return wrong('disk', says, remedy);
  return free < COMFORTABLE_FREE_BYTES ? note('disk', says, remedy) : well('disk', says);
}
