import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GatewayEnvironment } from '@clearwatch/gateway/environment';
import { cookiePolicy } from '@clearwatch/gateway/sessions/cookie-policy';
import { OWNERS, QUEUE_ROLE } from '@clearwatch/infra-postgres/owners';
import { IngestEnvironment } from '@clearwatch/ingest/environment';
import { ReportsEnvironment } from '@clearwatch/reports/environment';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import {
  type ComposeService,
  composeFile,
  PROJECT_ROOT,
  projectFile,
  requiredVariables,
} from './compose-file.ts';
import { environmentOf, namesIn } from './service-environments.ts';

const SECRET = 'a1'.repeat(32);
const variables = Object.fromEntries(requiredVariables().map((name) => [name, SECRET]));
const compose = composeFile(variables);
const HOUSE = ['gateway', 'auth', 'ingest', 'analytics', 'reports'];
const PROGRAMS = ['gateway', ...HOUSE.slice(1).flatMap((service) => [`${service}-api`, `${service}-worker`])];
const INFRASTRUCTURE = ['migrate', 'postgres', 'redis'];

const service = (name: string): ComposeService => {
  const found = compose.services[name];
  if (found === undefined) throw new Error(`No service ${name} in docker-compose.yml`);
  return found;
};

describe('the compose file', () => {
  it('runs every service of the house, each api and worker on its own', () => {
    expect(Object.keys(compose.services).toSorted()).toEqual([...PROGRAMS, ...INFRASTRUCTURE].toSorted());
    expect(OWNERS.map((owner) => owner.service).toSorted()).toEqual(HOUSE.toSorted());
  });

  it.each(PROGRAMS)('starts %s in the role its name says', (name) => {
    expect(service(name).environment?.['PROCESS_ROLE']).toBe(name.endsWith('-worker') ? 'worker' : 'api');
  });

  it.each([...PROGRAMS, 'migrate'])('starts %s with a file the build makes', (name) => {
    const command = service(name).command ?? [];
    const [program, ...others] = command;
    const [file = '', ...further] = others.filter((word) => !word.startsWith('--'));
    expect([program, further]).toEqual(['node', []]);
    const source = file.replace('/dist/', '/src/').replace(/\.js$/, '.ts');
    expect(existsSync(join(PROJECT_ROOT, source))).toBe(true);
    const folder = dirname(dirname(file));
    expect(projectFile('infra/docker/Dockerfile')).toMatch(
      folder.startsWith('services/') ? 'services/*/dist' : `${folder}/dist`,
    );
  });

  it.each(PROGRAMS)('gives %s nothing but settings it knows, and all it needs', async (name) => {
    const environment = service(name).environment ?? {};
    const known = await environmentOf(name.replace(/-(api|worker)$/, ''));
    const unknown = Object.keys(environment).filter((variable) => !namesIn(known).has(variable));
    expect(unknown).toEqual([]);
    expect(readEnvironment(known, environment)).toBeInstanceOf(known);
  });

  it('gives the migration the password of every database role', () => {
    const roles = [...OWNERS.map(({ role }) => role), QUEUE_ROLE];
    expect(Object.keys(service('migrate').environment ?? {}).toSorted()).toEqual(
      ['MIGRATION_DATABASE_URL', ...roles.map((role) => `${role.toUpperCase()}_PASSWORD`)].toSorted(),
    );
  });

  it.each(PROGRAMS)('lets %s sign in to PostgreSQL under its own role only', (name) => {
    const owner = OWNERS.find(({ service: owned }) => owned === name.replace(/-(api|worker)$/, ''));
    const address = new URL(service(name).environment?.['DATABASE_URL'] ?? '');
    expect(address.username).toBe(owner?.role);
    expect(address.hostname in compose.services).toBe(true);
  });

  it('names only services that exist in addresses', () => {
    for (const { environment = {} } of Object.values(compose.services)) {
      const addresses = Object.entries(environment).filter(
        ([name, url]) => name.endsWith('_URL') && url !== '',
      );
      const strangers = addresses.filter(([, url]) => !(new URL(url).hostname in compose.services));
      expect(strangers).toEqual([]);
    }
  });

  it('does without TLS on loopback only', () => {
    const settings = (variables: Record<string, string>) => {
      const { environment = {} } = composeFile(variables).services['gateway'] ?? {};
      return cookiePolicy(readEnvironment(GatewayEnvironment, { ...environment, NODE_ENV: 'production' }));
    };
    expect(settings(variables).secure).toBe(false);
    const behindTls = { PUBLIC_ORIGINS: 'https://clearwatch.example.org', TRUST_PROXY_HOPS: '1' };
    expect(settings({ ...variables, ...behindTls }).secure).toBe(true);
    expect(() => settings({ ...variables, PUBLIC_ORIGINS: 'http://10.0.0.5:3000' })).toThrow(/TLS/);
  });

  it('lets operators set how much one user and one address may ask', () => {
    const limitsOf = (settings: Record<string, string>) => {
      const { environment = {} } = composeFile({ ...variables, ...settings }).services['gateway'] ?? {};
      const read = readEnvironment(GatewayEnvironment, environment);
      return [read.REQUESTS_PER_MINUTE_PER_USER, read.REQUESTS_PER_MINUTE_PER_ADDRESS];
    };
    const defaults = new GatewayEnvironment();
    expect(limitsOf({})).toEqual([
      defaults.REQUESTS_PER_MINUTE_PER_USER,
      defaults.REQUESTS_PER_MINUTE_PER_ADDRESS,
    ]);
    const set = { REQUESTS_PER_MINUTE_PER_USER: '120', REQUESTS_PER_MINUTE_PER_ADDRESS: '1200' };
    expect(limitsOf(set)).toEqual([120, 1_200]);
  });

  it('publishes the gateway alone, on loopback unless told otherwise', () => {
    const published = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined);
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
      ['gateway', ['127.0.0.1:3000:3000']],
    ]);
    const open = Object.entries(compose.services).filter(([, { networks }]) => networks?.includes('public'));
    expect(open.map(([name]) => name)).toEqual(['gateway']);
    expect(compose.networks['services']?.internal).toBe(true);
    expect(compose.networks['data']?.internal).toBe(true);
  });

  it('gives the one worker that may ask a language model a way out, and tells it of the model', () => {
    const ways = Object.entries(compose.services).filter(([, { networks }]) => networks?.includes('models'));
    expect(ways.map(([name]) => name)).toEqual(['reports-worker']);
    const model = { OPENAI_BASE_URL: 'https://models.example.org/v1', OPENAI_MODEL: 'some-model' };
    const { environment } = composeFile({ ...variables, ...model }).services['reports-worker'] ?? {};
    expect(readEnvironment(ReportsEnvironment, environment)).toMatchObject(model);
    expect(readEnvironment(ReportsEnvironment, service('reports-worker').environment)).not.toHaveProperty(
      'OPENAI_MODEL',
      expect.anything(),
    );
  });

  it('gives the one worker that may have documents read elsewhere a way out, and tells it of the key', () => {
    const ways = Object.entries(compose.services).filter(([, { networks }]) =>
      networks?.includes('documents'),
    );
    expect(ways.map(([name]) => name)).toEqual(['ingest-worker']);
    const reader = { LLAMA_CLOUD_API_KEY: 'llx-secret', LLAMA_CLOUD_BASE_URL: 'https://api.example.org' };
    const { environment } = composeFile({ ...variables, ...reader }).services['ingest-worker'] ?? {};
    expect(readEnvironment(IngestEnvironment, environment)).toMatchObject(reader);
    const own = readEnvironment(IngestEnvironment, service('ingest-worker').environment);
    expect(own.LLAMA_CLOUD_API_KEY).toBeUndefined();
    expect(own.LLAMA_CLOUD_BASE_URL).toBe(new IngestEnvironment().LLAMA_CLOUD_BASE_URL);
  });

  it('can scale every worker: no fixed names, no published ports', () => {
    const scaled = PROGRAMS.filter((name) => name.endsWith('-worker')).map(service);
    expect(scaled.filter(({ container_name, ports }) => container_name ?? ports)).toEqual([]);
  });

  it('shares uploads between those that store and those that read them', () => {
    expect(service('ingest-api').volumes).toEqual(['uploads:/data']);
    expect(service('ingest-worker').volumes).toEqual(['uploads:/data']);
  });

  it('offers the sample data that the image is built with', () => {
    const made = /--out \/out(\/\S+)/.exec(projectFile('infra/docker/Dockerfile'));
    expect(service('ingest-api').environment?.['SAMPLE_FILE']).toBe(`/app${made?.[1]}`);
  });

  it('waits for the database to be migrated and for the queue before anything starts', () => {
    for (const name of PROGRAMS) {
      expect(service(name).depends_on).toMatchObject({
        migrate: { condition: 'service_completed_successfully' },
        redis: { condition: 'service_healthy' },
      });
    }
  });

  it('checks the health of everything that stays', () => {
    const unchecked = Object.entries(compose.services).filter(([, s]) => s.healthcheck?.test === undefined);
    expect(unchecked.map(([name]) => name)).toEqual(['migrate']);
  });

  it('keeps queues through a crash and never evicts them', () => {
    const settings = compose.configs['redis']?.content ?? '';
    expect(settings).toContain('appendonly yes');
    expect(settings).toContain('maxmemory-policy noeviction');
    expect(settings).toContain(`requirepass ${SECRET}`);
  });
});

describe('images', () => {
  it('are pinned to an exact version', () => {
    expect(service('postgres').image).toMatch(/^postgres:18\.\d+-bookworm$/);
    expect(service('redis').image).toMatch(/^redis:\d+\.\d+\.\d+-bookworm$/);
    const bases = [...projectFile('infra/docker/Dockerfile').matchAll(/^FROM (\S+:\S+)/gm)].map((m) => m[1]);
    expect(bases).toEqual([expect.stringMatching(/^node:\d+\.\d+\.\d+-bookworm-slim$/)]);
  });

  it('run on the Node version the project pins', () => {
    const pinned = (JSON.parse(projectFile('package.json')) as { dependencies: { node: string } })
      .dependencies.node;
    expect(projectFile('infra/docker/Dockerfile')).toContain(`FROM node:${pinned}-`);
  });

  it('run as an ordinary user', () => {
    const users = [...projectFile('infra/docker/Dockerfile').matchAll(/^USER (\S+)/gm)].map((m) => m[1]);
    expect(users).toEqual(['node']);
  });

  it('are built from the manifest of every workspace', () => {
    const { workspaces } = JSON.parse(projectFile('package.json')) as { workspaces: string[] };
    const manifests = workspaces.flatMap((pattern) =>
      globSync(`${pattern}/package.json`, { cwd: PROJECT_ROOT }),
    );
    const copied = /cp --parents (package\.json[\s\S]*?) \/manifests/.exec(
      projectFile('infra/docker/Dockerfile'),
    );
    const patterns = (copied?.[1] ?? '').split(/[\s\\]+/);
    const covered = new Set(globSync(patterns, { cwd: PROJECT_ROOT }));
    expect(manifests.filter((manifest) => !covered.has(manifest))).toEqual([]);
  });

  it('take no secret, data or foreign build from the machine', () => {
    const ignored = projectFile('.dockerignore').split('\n');
    for (const path of ['.env', '.data', '.git', '**/node_modules', '**/dist', '**/*.tsbuildinfo']) {
      expect(ignored).toContain(path);
    }
  });
});
