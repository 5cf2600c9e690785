import { join } from 'node:path';
import { build } from '../build.ts';
import { bundleLibraries } from '../libraries/library-bundle.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { runChildProgram } from '../run-operator-command.ts';

/** `npm run bench [-- --large | --reports]`: builds what is measured, then measures it. */
const PROGRAMS = { '--large': 'run-bench-large.js', '--reports': 'run-bench-reports.js' };
const asked = Object.entries(PROGRAMS).find(([option]) => process.argv.includes(option));
const program = asked?.[1] ?? 'run-bench.js';
await build({ web: true });
bundleLibraries('services');
const code = await runChildProgram([join(PROJECT_ROOT, 'infra', 'bench', 'dist', program)], {
  cwd: PROJECT_ROOT,
});
process.exit(code ?? 1);
