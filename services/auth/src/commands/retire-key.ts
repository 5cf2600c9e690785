import { runOperatorProgram } from './operator-programs.ts';

await runOperatorProgram('retire-key');
