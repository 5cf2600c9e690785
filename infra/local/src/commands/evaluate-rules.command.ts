import { runOperatorCommand } from '../run-operator-command.ts';

/** `npm run drill [-- --seeds 1,2,3 --own-ledger]`: 0 every goal met, 1 a goal missed, 2 could not be run. */
const NOT_RUN = 2;

await runOperatorCommand(async (settings) => {
  // Not before the build: they import what it makes.
  const { withDatabaseOf } = await import('../operator-database.ts');
  const { runRuleEvaluation } = await import('@clearwatch/rule-evaluation/run-rule-evaluation');
  return runRuleEvaluation(process.argv.slice(2), {
    withDatabase: (work) => withDatabaseOf(settings, work),
    say: (text) => console.log(text),
  });
}, NOT_RUN);
