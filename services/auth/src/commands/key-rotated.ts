import { runOperatorProgram } from './operator-programs.ts';

await runOperatorProgram('key-rotated');
