import { join } from 'node:path';
import { build } from './build.ts';
import { keysOfInstallation } from './installation-keys.ts';
import { bundleLibraries } from './libraries/library-bundle.ts';
import { PROJECT_ROOT } from './project-root.ts';
import { runChildProgram, runOperatorCommand } from './run-operator-command.ts';
import type { Settings } from './start-settings.ts';

/* Commands in `package.json` that run from source. Code that imports built packages is imported after the build. */

const [command = '', ...args] = process.argv.slice(2);
/** Commands receive only their own arguments. */
process.argv.splice(2, 1);

const KEYS_USAGE = `npm run keys -- list                 lists the names and ids of the keys, never their values
npm run keys -- rotate <name>        creates a new key; the old keys are still accepted
npm run keys -- retire <name>        removes the old keys
<name>: session, identity, two-factor, audit or alert`;

const COMMANDS: Readonly<Record<string, () => Promise<unknown>>> = {
  start: () => import('./commands/start.command.ts'),
  test: () => import('./commands/test.command.ts'),
  bundle: () => import('./commands/bundle.command.ts'),

  bench: async () => {
    await build({ web: true });
    bundleLibraries('services');
    const program = args.includes('--large') ? 'run-bench-large.js' : 'run-bench.js';
    process.exit((await runScript(join('infra/bench/dist', program))) ?? 1);
  },

  load: async () => {
    await build({ web: true });
    process.exit((await runScript('infra/k6/autocannon-load.ts', args)) ?? 2);
  },

  /** `-- --seeds 1,2,3 --own-ledger`. Exit codes: 0 all goals met, 1 a goal missed, 2 could not run. */
  'evaluate-rules': () =>
    runOperatorCommand(async (settings) => {
      const { withDatabaseOf } = await import('./operator-database.ts');
      const { runRuleEvaluation } = await import('@clearwatch/rule-evaluation/run-rule-evaluation');
      return runRuleEvaluation(args, {
        withDatabase: (work) => withDatabaseOf(settings, work),
        print: (text) => console.log(text),
      });
    }, 2),

  /** `-- --expect <number>:<hash> --anchor <file>`. Exit codes: 0 intact, 1 broken, 2 could not be checked. */
  'verify-audit': () => runAuthCommand('verify-audit'),

  'reset-admin': () => runAuthCommand('reset-admin', 1),

  /** `-- --json`. Exit codes: 0 agrees to the cent, 1 disagrees, 2 could not be checked. */
  'verify-ledger': () =>
    runWithDatabase(async ({ ownerUrl }) => {
      const { runVerification } = await import('@clearwatch/infra-postgres/verify/verify-ledger');
      return runVerification(ownerUrl, args);
    }),

  'manage-keys': () =>
    runOperatorCommand(async (settings) => {
      const [action = '', name = '', ...more] = args;
      const { isRotatable, listKeys, retireKeys, rotateKey } = await import('./key-rotation.ts');
      if (action === 'list' && name === '') return listKeys(settings);
      if (!isRotatable(name) || more.length > 0) throw new Error(KEYS_USAGE);
      if (action === 'rotate') return rotateKey(name, settings);
      if (action === 'retire') return retireKeys(name, settings);
      throw new Error(KEYS_USAGE);
    }),

  /** `-- --now`. Exit codes: 0 listed or purged, 1 a purge failed, 2 nothing was done. */
  purge: () =>
    runWithDatabase(async ({ ownerUrl, settings }) => {
      const { runPurge } = await import('@clearwatch/infra-postgres/purge/run-purge');
      return runPurge(args, { ownerUrl, keptYears: settings.transactionsKeptYears });
    }),

  /** `-- --to <file or folder> [--key-file <file>]`. Exit codes: 0 complete, 1 files are missing, 2 no backup. */
  backup: () =>
    runWithDatabase(async ({ ownerUrl, settings: { dataDirectory, backupKey } }) => {
      const { fileStoreIn } = await import('@clearwatch/infra-postgres/backup/backup-files');
      const { runBackup } = await import('@clearwatch/infra-postgres/backup/write-backup');
      const keys = () => keysOfInstallation(dataDirectory);
      return runBackup(args, { ownerUrl, files: fileStoreIn(dataDirectory), keys, key: backupKey });
    }),

  /**
   * `-- --from <file> [--key-file <file>] [--check]`. Exit codes: 0 restored and verified; 1 restored, but verification
   * failed; 2 nothing was restored.
   */
  restore: () =>
    runOperatorCommand(async (settings) => {
      const { runRestore } = await import('@clearwatch/infra-postgres/backup/run-restore');
      const { withEmptyInstallation } = await import('./operator-database.ts');
      return runRestore(args, {
        key: settings.backupKey,
        into: (backup, work) => withEmptyInstallation({ settings, ...backup }, work),
      });
    }, 2),

  /** Exit codes: 0 no problems, 1 problems found or the check failed. */
  doctor: async () => {
    try {
      await build({ web: false });
      const { examine } = await import('./doctor/examine-installation.ts');
      const { formatFinding } = await import('./doctor/doctor-finding.ts');
      const findings = await examine(process.env);
      for (const line of findings.flatMap(formatFinding)) console.log(line);
      const count = findings.filter(({ state }) => state === 'wrong').length;
      console.log(count === 0 ? '\nNo problems found.' : `\n${count} ${count === 1 ? 'problem' : 'problems'} found.`);
      process.exitCode = count === 0 ? 0 : 1;
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
      process.exitCode = 1;
    }
  },
};

const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
if (run === undefined) {
  console.error(`Unknown command ${command}. Known: ${Object.keys(COMMANDS).join(', ')}.`);
  // Exits with 2, because verify-audit uses 1 for a broken log.
  process.exit(2);
}
await run();

function runWithDatabase(
  work: (target: { settings: Settings; ownerUrl: string }) => Promise<number>,
  failureCode = 2,
): Promise<void> {
  return runOperatorCommand(async (settings) => {
    const { withDatabaseOf } = await import('./operator-database.ts');
    return withDatabaseOf(settings, (ownerUrl) => work({ settings, ownerUrl }));
  }, failureCode);
}

function runAuthCommand(program: string, failureCode = 2): Promise<void> {
  return runWithDatabase(async (target) => {
    const { runAuthProgram } = await import('./operator-database.ts');
    return runAuthProgram(program, args, target);
  }, failureCode);
}

function runScript(path: string, scriptArgs: readonly string[] = []): Promise<number | null> {
  return runChildProgram([join(PROJECT_ROOT, path), ...scriptArgs], { cwd: PROJECT_ROOT });
}
