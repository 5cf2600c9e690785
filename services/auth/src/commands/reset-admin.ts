import { runOperatorProgram } from './operator-programs.ts';

await runOperatorProgram('reset-admin');
