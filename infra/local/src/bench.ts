import { join } from 'node:path';
import { build } from './build.ts';
import { runChildProgram } from './child-program.ts';
import { bundleLibraries } from './libraries/bundle-libraries.ts';
import { PROJECT_ROOT } from './project-root.ts';

/** `npm run bench [-- --large | --reports]`: builds what is measured, then measures it. */
const PROGRAMS = { '--large': 'run-large.js', '--reports': 'run-reports.js' };
const asked = Object.entries(PROGRAMS).find(([option]) => process.argv.includes(option));
const program = asked?.[1] ?? 'run.js';
await build({ web: true });
bundleLibraries('services');
const code = await runChildProgram([join(PROJECT_ROOT, 'infra', 'bench', 'dist', program)], {
  cwd: PROJECT_ROOT,
});
process.exit(code ?? 1);
