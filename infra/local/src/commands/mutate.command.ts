import { build } from '../build.ts';

/**
 * `npm run mutate [-- <path …>]`: changes the rules in small ways and says which changes no test notices.
 * 0 every folder at or above its floor, 1 one is below; floors count when all is tried.
 */
await build({ web: false });
// Not before the build: the rules import what it makes.
const { tryMutants } = await import('../mutation/try-mutants.ts');
const { filesToMutate } = await import('../mutation/mutation-score.ts');
const { MUTATION_FLOORS } = await import('../mutation/mutation-score.ts');
const { belowFloor, percentKilled, scoreFolders, formatScores, formatSurvivor } = await import(
  '../mutation/mutation-score.ts'
);

const texts = process.argv.slice(2);
const outcomes = [];
for await (const outcome of tryMutants(filesToMutate(texts))) {
  outcomes.push(outcome);
  if (outcome.killedBy === null) console.log(formatSurvivor(outcome));
}
const folders = scoreFolders(outcomes);
console.log(`\n${formatScores(folders)}`);
const below = belowFloor(folders, { floors: MUTATION_FLOORS, named: texts });
for (const score of below)
  console.log(`${score.folder}: ${percentKilled(score)} %, its floor is ${MUTATION_FLOORS[score.folder]} %`);
process.exit(below.length > 0 ? 1 : 0);
