import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from './build.ts';
import { PROJECT_ROOT } from './project-root.ts';

/** `npm run bench`: builds what is measured, then measures it. */
await build({ web: true });
const { status } = spawnSync(process.execPath, [join(PROJECT_ROOT, 'infra', 'bench', 'dist', 'run.js')], {
  stdio: 'inherit',
  cwd: PROJECT_ROOT,
});
process.exit(status ?? 1);
