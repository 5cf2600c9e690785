import { join } from 'node:path';
import { build } from '../build.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { runChildProgram } from '../run-operator-command.ts';

/** `npm run load`: builds what is put under load, then measures it (infra/k6/autocannon-load.ts). */
await build({ web: true });
const code = await runChildProgram(
  [join(PROJECT_ROOT, 'infra', 'k6', 'autocannon-load.ts'), ...process.argv.slice(2)],
  { cwd: PROJECT_ROOT },
);
process.exit(code ?? 2);
