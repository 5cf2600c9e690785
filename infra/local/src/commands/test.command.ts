import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from '../build.ts';
import { DATABASE, startEmbeddedPostgres } from '../embedded-postgres.ts';
import { bundleLibraries } from '../libraries/library-bundle.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { BUNDLE_IN_TESTS } from '../service-process.ts';
import { makeTestFolder, removeTestFolder, startTestRedis } from '../test-servers.ts';

/**
 * `npm test [-- [--only unit|integration|web|stack|journey|checks] [path ...]]`. With only paths, it runs just the
 * groups that contain matching test files, and no checks.
 */
const GROUPS = ['checks', 'unit', 'integration', 'web', 'stack', 'journey'] as const;
type Group = (typeof GROUPS)[number];

const SOURCES = ['packages/*/src', 'services/*/src', 'web/src', 'infra/*/src', 'test'];

const CSPELL_CACHE = 'node_modules/.cache/cspell';

/** Two more workers than cores, because workers often wait; at most six, because each needs database connections. */
const WORKERS = Math.min(6, Math.max(2, availableParallelism()) + 2);

/** Jest starts its workers with the same `--import` option. */
const TEST_MODULES = pathToFileURL(join(PROJECT_ROOT, 'infra', 'local', 'testing', 'test-modules.mjs')).href;

interface Tally {
  passed: number;
  failed: number;
}

const args = process.argv.slice(2);
const only = args[0] === '--only' ? args[1] : undefined;
const paths = only === undefined ? args : args.slice(2);
const matching = paths.length === 0 || only !== undefined ? undefined : groupsOfTestFiles();
const groups = GROUPS.filter((group) => (only === undefined ? (matching?.has(group) ?? true) : group === only));
if (groups.length === 0) {
  console.error(
    only === undefined
      ? `No test file matches ${paths.join(' ')}.`
      : `Unknown group ${only}. Known: ${GROUPS.join(', ')}.`,
  );
  process.exit(2);
}

const hasInstallations = groups.some((group) => group === 'stack' || group === 'journey');
const scratch = makeTestFolder();
const total: Tally = { passed: 0, failed: 0 };
const cleanUps: (() => Promise<void>)[] = [async () => removeTestFolder(scratch)];

// PostgreSQL has its own process group, which Ctrl-C does not reach.
const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stopped.abort(new Error('Stopped.')));
}

try {
  await build({ web: hasInstallations });
  if (groups.includes('web')) bundleLibraries('screens');
  const libraries: Record<string, string> = groups.some((group) => group !== 'checks' && group !== 'web')
    ? { [BUNDLE_IN_TESTS]: bundleLibraries('services') }
    : {};
  // The servers spend much of their startup waiting.
  const [started, checked] = await Promise.all([
    groups.some((group) => group !== 'checks' && group !== 'unit' && group !== 'web') ? startTestServers() : {},
    groups.includes('checks') ? runChecks() : { passed: 0, failed: 0 },
  ]);
  addToTotal(checked);
  stopped.signal.throwIfAborted();
  const kinds = groups.filter((group) => group !== 'checks');
  if (kinds.length > 0) addToTotal(await runJest(kinds, { ...libraries, ...started }));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  total.failed += 1;
} finally {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

function groupsOfTestFiles(): ReadonlySet<Group> {
  const files = globSync('{packages,services,infra,test,web}/**/*.spec.{ts,tsx}', {
    cwd: PROJECT_ROOT,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  });
  return new Set(files.filter((file) => paths.some((path) => file.includes(path))).map(groupOf));
}

function groupOf(file: string): Group {
  if (file.startsWith('web/')) return 'web';
  if (file.startsWith('test/stack/')) return 'stack';
  if (file.startsWith('test/journey/')) return 'journey';
  return file.endsWith('.int.spec.ts') ? 'integration' : 'unit';
}

async function startTestServers(): Promise<Record<string, string>> {
  const postgres = await startEmbeddedPostgres({
    directory: join(scratch, 'postgres'),
    password: 'only-for-tests',
    logFile: join(scratch, 'postgres.log'),
    throwaway: 'throwaway',
    signal: stopped.signal,
  });
  cleanUps.push(() => postgres.stop());
  const redis = await startTestRedis();
  cleanUps.push(() => redis.stop());
  const { TEST_PASSWORDS, TEST_TEMPLATE } = await import('@clearwatch/infra-postgres/testing/test-database');
  const { prepareDatabase } = await import('@clearwatch/infra-postgres/prepare-database');
  const { withClient } = await import('@clearwatch/infra-postgres/schema-owners');
  await withClient(postgres.ownerUrl(DATABASE), (client) => client.query(`CREATE DATABASE ${TEST_TEMPLATE}`));
  await prepareDatabase(postgres.ownerUrl(TEST_TEMPLATE), TEST_PASSWORDS);
  const { prepareTemplateInstallation } = await import('../temporary-installation.ts');
  const ready = hasInstallations ? await prepareTemplateInstallation(join(scratch, 'ready'), stopped.signal) : {};
  return {
    ...ready,
    TEST_POSTGRES_URL: postgres.ownerUrl(DATABASE),
    TEST_REDIS_URL: redis.url,
    TEST_REDIS_DATABASES: String(redis.databases),
  };
}

function addToTotal({ passed, failed }: Tally): void {
  total.passed += passed;
  total.failed += failed;
}

/** Runs all groups at once: tests with an installation often wait, and other tests use that time. */
async function runJest(kinds: readonly Group[], env: Record<string, string>): Promise<Tally> {
  console.log(`\n== ${kinds.join(', ')}`);
  const report = join(scratch, 'tests.json');
  await runProgram(
    'node',
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      // Screens and ledgers in tests are short-lived. A larger young generation avoids garbage collections, which took
      // 7% of the CPU time in pure tests.
      '--max-semi-space-size=32',
      `--import=${TEST_MODULES}`,
      join(PROJECT_ROOT, 'node_modules/jest/bin/jest.js'),
      '--selectProjects',
      ...(kinds.includes('web') ? ['web'] : []),
      ...(kinds.some((kind) => kind !== 'web') ? ['node'] : []),
      '--json',
      `--outputFile=${report}`,
      '--reporters=default',
      '--passWithNoTests',
      `--maxWorkers=${WORKERS}`,
      // Each test file leaves about 30 MB of loaded modules in memory.
      '--workerIdleMemoryLimit=800MB',
      ...(paths.length === 0 ? [] : ['--testPathPatterns', ...paths]),
    ],
    { ...env, TEST_GROUPS: kinds.filter((kind) => kind !== 'web').join() },
  );
  return tallyOf(report);
}

function tallyOf(report: string): Tally {
  if (!existsSync(report)) return { passed: 0, failed: 1 };
  const result = JSON.parse(readFileSync(report, 'utf8')) as Record<string, number>;
  const failed = (result['numFailedTests'] ?? 0) + (result['numRuntimeErrorTestSuites'] ?? 0);
  return { passed: result['numPassedTests'] ?? 0, failed };
}

async function runChecks(): Promise<Tally> {
  const checks: [string, string[]][] = [
    ['types in tests', ['tsc', '-p', 'tsconfig.tests.json']],
    ['lint', ['oxlint', '--type-aware', '--deny-warnings']],
    ['format', ['biome', 'check', '.']],
    ['spelling', ['cspell', '--no-progress', '--no-summary', '--cache', '--cache-location', CSPELL_CACHE]],
    ['dead code', ['knip', '--no-progress', '--no-config-hints']],
    ['import rules', ['depcruise', ...SOURCES, '--config', '.dependency-cruiser.mjs']],
  ];
  // In parallel, because a single check leaves a core idle half of the time.
  const codes = await Promise.all(checks.map(([, [program = '', ...rest]]) => runProgram(program, rest, {})));
  const tally: Tally = { passed: 0, failed: 0 };
  for (const [index, [name]] of checks.entries()) {
    const isPassed = codes[index] === 0;
    console.log(`== ${name}: ${isPassed ? 'passed' : 'FAILED'}`);
    tally[isPassed ? 'passed' : 'failed'] += 1;
  }
  return tally;
}

function runProgram(program: string, programArgs: string[], env: Record<string, string>): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(program, programArgs, {
      cwd: PROJECT_ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, TEST_FOLDER: scratch, ...env, CI: process.env['CI'] ?? 'true' },
    });
    const end = () => child.kill();
    stopped.signal.addEventListener('abort', end, { once: true });
    child.on('error', () => resolve(127));
    child.on('exit', (code) => {
      stopped.signal.removeEventListener('abort', end);
      resolve(code ?? 1);
    });
  });
}
