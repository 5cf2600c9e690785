import { spawnSync } from 'node:child_process';
import { type Advisory, seriousAdvisories } from '../licenses/serious-advisories.ts';
import { PROJECT_ROOT } from '../project-root.ts';

/**
 * `npm run advisories`: asks the registry of npm what is known against the locked packages. 0 nothing grave that could be
 * mended, 1 something is, 2 the registry could not be asked.
 */
const [NONE, MENDABLE, NOT_ASKED] = [0, 1, 2];

try {
  const grave = seriousAdvisories(askedOfNpm());
  const mendable = grave.filter(({ fix }) => fix !== null);
  for (const advisory of grave) console.log(lineOf(advisory));
  console.log(
    mendable.length === 0
      ? 'No advisory of high or critical severity has a fix.'
      : `\nTo be mended: ${mendable.length}.`,
  );
  process.exitCode = mendable.length === 0 ? NONE : MENDABLE;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = NOT_ASKED;
}

/** By the lock alone: what is installed here does not matter. */
function askedOfNpm(): unknown {
  const { stdout } = spawnSync('npm', ['audit', '--package-lock-only', '--json'], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  try {
    return JSON.parse(stdout);
  } catch {
    return null;
  }
}

function lineOf({ name, range, severity, title, url, fix }: Advisory): string {
  return `${severity}: ${name} ${range}: ${title}\n  ${url}\n  ${fix === null ? 'no fix yet' : `fix: ${fix}`}`;
}
