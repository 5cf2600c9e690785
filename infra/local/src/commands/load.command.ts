import { join } from 'node:path';
import { build } from '../build.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { runChildProgram } from '../run-operator-command.ts';

/** `npm run load -- <profile>`: builds what is put under load, then plays it (infra/bench/src/staff-load/run-load.ts). */
await build({ web: true });
const code = await runChildProgram(
  [join(PROJECT_ROOT, 'infra', 'bench', 'dist', 'staff-load', 'run-load.js'), ...process.argv.slice(2)],
  { cwd: PROJECT_ROOT },
);
process.exit(code ?? 2);
