import { runOperatorProgram } from './operator-programs.ts';

await runOperatorProgram('verify-audit');
