import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GatewayEnvironment } from '@clearwatch/gateway/gateway-environment';
import { cookiePolicy } from '@clearwatch/gateway/sessions/session-cookie';
import { MigrationEnvironment, rolePasswordsIn } from '@clearwatch/infra-postgres/owner-environments';
import { SCHEMA_OWNERS } from '@clearwatch/infra-postgres/schema-owners';
import { IngestEnvironment, StoredFilesEnvironment } from '@clearwatch/ingest/ingest-environment';
import { ReportsEnvironment } from '@clearwatch/reports/reports-environment';
import { readEnvironment, secretSettingsOf, settingNamesOf } from '@clearwatch/service-kit/config/read-environment';
import {
  type ComposeService,
  composeFile,
  environmentOf,
  generatedSecrets,
  PROJECT_ROOT,
  projectFile,
} from './testing/compose-file.ts';

const secrets = generatedSecrets();
const compose = composeFile();
const HOUSE = ['gateway', 'auth', 'ingest', 'analytics', 'reports'];
const PROGRAMS = ['gateway', ...HOUSE.slice(1).flatMap((service) => [`${service}-api`, `${service}-worker`])];
const INFRASTRUCTURE = ['migrate', 'postgres', 'redis', 'tls'];
/** Services that start only with the monitoring profile. */
const MONITORING = ['prometheus', 'grafana'];
/** Containers that an operator runs. */
const OPERATORS = ['backup', 'restore', 'purge'];

afterAll(() => secrets.remove());

/** The settings for a service, including those from files that Docker mounts. */
const environmentIn = (name: string, variables: Record<string, string> = {}) =>
  secrets.mountedIn(composeFile(variables).services[name]?.environment ?? {});

const service = (name: string): ComposeService => {
  const found = compose.services[name];
  if (found === undefined) throw new Error(`No service ${name} in docker-compose.yml`);
  return found;
};

describe('docker-compose.yml', () => {
  it('the compose file runs the API and worker of every service separately', () => {
    expect(Object.keys(compose.services).toSorted()).toEqual(
      [...PROGRAMS, ...INFRASTRUCTURE, ...MONITORING, ...OPERATORS].toSorted(),
    );
    const optional = Object.entries(compose.services).filter(([, { profiles }]) => profiles !== undefined);
    expect(optional.map(([name, { profiles }]) => [name, profiles])).toEqual([
      ['tls', ['tls']],
      ...OPERATORS.map((name) => [name, ['operator']]),
      ...MONITORING.map((name) => [name, ['monitoring']]),
    ]);
    expect(SCHEMA_OWNERS.map((owner) => owner.service).toSorted()).toEqual(HOUSE.toSorted());
  });

  it.each(PROGRAMS)('the compose file starts %s in its own role', (name) => {
    expect(service(name).environment?.['PROCESS_ROLE']).toBe(name.endsWith('-worker') ? 'worker' : 'api');
  });

  it.each([...PROGRAMS, 'migrate'])('the compose file starts %s from a file that the build produces', (name) => {
    const command = service(name).command ?? [];
    const [program, ...others] = command;
    const [file = '', ...further] = others.filter((word) => !word.startsWith('--'));
    expect([program, further]).toEqual(['node', name === 'migrate' ? [name] : []]);
    const source = file.replace('/dist/', '/src/').replace(/\.js$/, '.ts');
    expect(existsSync(join(PROJECT_ROOT, source))).toBe(true);
    const folder = dirname(dirname(file));
    expect(projectFile('infra/docker/Dockerfile')).toMatch(
      folder.startsWith('services/') ? 'services/*/dist' : `${folder}/dist`,
    );
  });

  it.each(PROGRAMS)('the compose file gives %s only known settings and every required one', async (name) => {
    const environment = service(name).environment ?? {};
    const known = await environmentOf(name.replace(/-(api|worker)$/, ''));
    const settings = settingNamesOf(known);
    const unknown = Object.keys(environment).filter(
      (variable) => !settings.has(variable) && !settings.has(variable.replace(/_FILE$/, '')),
    );
    expect(unknown).toEqual([]);
    expect(readEnvironment(known, environmentIn(name))).toBeInstanceOf(known);
  });

  it('the compose file gives the migration the password of every database role', () => {
    const environment = readEnvironment(MigrationEnvironment, environmentIn('migrate'));
    const passwords = rolePasswordsIn(environment);
    const roles = SCHEMA_OWNERS.map(({ role }) => role);
    expect(Object.keys(passwords).toSorted()).toEqual(roles.toSorted());
    expect(new Set(Object.values(passwords)).size).toBe(roles.length);
    expect(service('postgres').environment?.['POSTGRES_PASSWORD_FILE']).toBe(
      service('migrate').environment?.['MIGRATION_DATABASE_PASSWORD_FILE'],
    );
  });

  it.each(PROGRAMS)('the compose file keeps secrets out of the environment of %s', async (name) => {
    const known = await environmentOf(name.replace(/-(api|worker)$/, ''));
    const environment = service(name).environment ?? {};
    expect(secretSettingsOf(known).filter((secret) => secret.name in environment)).toEqual([]);
    const addresses = Object.entries(environment).filter(([variable]) => variable.endsWith('_URL'));
    expect(addresses.filter(([, url]) => url !== '' && new URL(url).password !== '')).toEqual([]);
  });

  it('the compose file mounts exactly the secret files that each container reads', () => {
    for (const { environment = {}, command = [], healthcheck, ...rest } of Object.values(compose.services)) {
      const files = (rest.configs ?? []).map(({ source }) => compose.configs[source]?.file);
      const settings = files.map((file) => (file === undefined ? '' : projectFile(file)));
      const said = JSON.stringify([environment, command, healthcheck, settings]);
      const read = [...said.matchAll(/\/run\/secrets\/(\w+)/g)].map((match) => match[1] ?? '');
      expect([...(rest.secrets ?? [])].toSorted()).toEqual([...new Set(read)].toSorted());
    }
  });

  it('the compose file lists every created secret with its file name', () => {
    const files = Object.values(compose.secrets).map(({ file }) => file.replace(/^\.secrets\//, ''));
    expect(files).toEqual(Object.keys(compose.secrets));
    expect(files.toSorted()).toEqual(secrets.names());
  });

  it.each(PROGRAMS)('the compose file lets %s sign in to PostgreSQL under its own role only', (name) => {
    const owner = SCHEMA_OWNERS.find(({ service: owned }) => owned === name.replace(/-(api|worker)$/, ''));
    const address = new URL(service(name).environment?.['DATABASE_URL'] ?? '');
    expect(address.username).toBe(owner?.role);
    expect(address.hostname in compose.services).toBe(true);
  });

  it('the compose file uses only the addresses of existing services', () => {
    for (const { environment = {} } of Object.values(compose.services)) {
      const addresses = Object.entries(environment).filter(([name, url]) => name.endsWith('_URL') && url !== '');
      const strangers = addresses.filter(([, url]) => !(new URL(url).hostname in compose.services));
      expect(strangers).toEqual([]);
    }
  });

  it('the compose file allows plain HTTP only on loopback', () => {
    const settings = (variables: Record<string, string>) => {
      const environment = { ...environmentIn('gateway', variables), NODE_ENV: 'production' };
      return cookiePolicy(readEnvironment(GatewayEnvironment, environment));
    };
    expect(settings({}).secure).toBe(false);
    const behindTls = { PUBLIC_ORIGINS: 'https://clearwatch.example.org', TRUST_PROXY_HOPS: '1' };
    expect(settings(behindTls).secure).toBe(true);
    expect(() => settings({ PUBLIC_ORIGINS: 'http://10.0.0.5:3000' })).toThrow(/TLS/);
  });

  it('the compose file lets operators set request limits per user and per address', () => {
    const limitsOf = (settings: Record<string, string>) => {
      const read = readEnvironment(GatewayEnvironment, environmentIn('gateway', settings));
      return [read.REQUESTS_PER_MINUTE_PER_USER, read.REQUESTS_PER_MINUTE_PER_ADDRESS];
    };
    const defaults = new GatewayEnvironment();
    expect(limitsOf({})).toEqual([defaults.REQUESTS_PER_MINUTE_PER_USER, defaults.REQUESTS_PER_MINUTE_PER_ADDRESS]);
    const set = { REQUESTS_PER_MINUTE_PER_USER: '120', REQUESTS_PER_MINUTE_PER_ADDRESS: '1200' };
    expect(limitsOf(set)).toEqual([120, 1_200]);
  });

  it('the compose file publishes only the gateway and Grafana, by default on loopback', () => {
    const published = Object.entries(compose.services).filter(
      ([name, { ports }]) => ports !== undefined && name !== 'tls',
    );
    expect(published.map(([name, { ports }]) => [name, ports])).toEqual([
      ['gateway', ['127.0.0.1:3000:3000']],
      ['grafana', ['127.0.0.1:3001:3000']],
    ]);
    const open = Object.entries(compose.services).filter(([, { networks }]) => networks?.includes('public'));
    expect(open.map(([name]) => name)).toEqual(['gateway', 'tls']);
    expect(compose.networks['services']?.internal).toBe(true);
    expect(compose.networks['data']?.internal).toBe(true);
  });

  it('the compose file lets Prometheus reach the programs and lets Grafana reach only Prometheus', () => {
    const inNetwork = (network: string) =>
      Object.keys(compose.services).filter((name) => service(name).networks?.includes(network));
    expect(inNetwork('watching')).toEqual(MONITORING);
    expect(service('prometheus').networks).toEqual(['services', 'watching']);
    for (const name of PROGRAMS) expect(service(name).networks).toContain('services');
  });

  it('the compose file gives only the reports worker outbound access to a language model, and the settings for it', () => {
    const ways = Object.entries(compose.services).filter(([, { networks }]) => networks?.includes('models'));
    expect(ways.map(([name]) => name)).toEqual(['reports-worker']);
    const model = { OPENAI_BASE_URL: 'https://models.example.org/v1', OPENAI_MODEL: 'some-model' };
    expect(readEnvironment(ReportsEnvironment, environmentIn('reports-worker', model))).toMatchObject(model);
    const own = readEnvironment(ReportsEnvironment, environmentIn('reports-worker'));
    expect([own.OPENAI_MODEL, own.OPENAI_API_KEY]).toEqual([undefined, undefined]);
  });

  it('the compose file gives only the ingest worker outbound access to LlamaExtract, and its key', () => {
    const ways = Object.entries(compose.services).filter(([, { networks }]) => networks?.includes('documents'));
    expect(ways.map(([name]) => name)).toEqual(['ingest-worker']);
    const reader = { LLAMA_CLOUD_BASE_URL: 'https://api.example.org' };
    expect(readEnvironment(IngestEnvironment, environmentIn('ingest-worker', reader))).toMatchObject(reader);
    expect(service('ingest-worker').secrets).toContain('llama_cloud_api_key');
    const own = readEnvironment(IngestEnvironment, environmentIn('ingest-worker'));
    expect(own.LLAMA_CLOUD_API_KEY).toBeUndefined();
    expect(own.LLAMA_CLOUD_BASE_URL).toBe(new IngestEnvironment().LLAMA_CLOUD_BASE_URL);
  });

  it('the compose file can scale every worker because workers have no fixed names or published ports', () => {
    const scaled = PROGRAMS.filter((name) => name.endsWith('-worker')).map(service);
    expect(scaled.filter(({ container_name, ports }) => container_name ?? ports)).toEqual([]);
  });

  it('the compose file shares uploads between the containers that write and read them', () => {
    expect(service('ingest-api').volumes).toEqual(['uploads:/data']);
    expect(service('ingest-worker').volumes).toEqual(['uploads:/data']);
  });

  it('the compose file keeps uploads in a bucket if one is set, also for backups, and otherwise in the volume', () => {
    const read = (settings: Record<string, string>) =>
      ['ingest-api', 'ingest-worker', 'backup', 'restore'].map((name) =>
        readEnvironment(StoredFilesEnvironment, environmentIn(name, settings)),
      );
    expect(new Set(read({}).map(({ UPLOAD_STORE }) => UPLOAD_STORE))).toEqual(new Set(['folder']));
    expect(() => read({ UPLOAD_STORE: 's3' })).toThrow(/S3_BUCKET.*S3_ACCESS_KEY_ID.*S3_SECRET_ACCESS_KEY/s);
    const bucket = {
      UPLOAD_STORE: 's3',
      S3_ENDPOINT: 'https://files.example.org',
      S3_BUCKET: 'uploads',
      S3_REGION: 'eu-west-1',
      S3_ACCESS_KEY_ID: 'id',
    };
    const key = join(secrets.folder, 's3_secret_access_key');
    writeFileSync(key, 'key-of-the-bucket\n');
    for (const environment of read(bucket))
      expect(environment).toMatchObject({ ...bucket, S3_SECRET_ACCESS_KEY: 'key-of-the-bucket' });
    writeFileSync(key, '');
  });

  it('the compose file points the ingest API to the sample data in the image', () => {
    const made = /--out \/out(\/\S+)/.exec(projectFile('infra/docker/Dockerfile'));
    expect(service('ingest-api').environment?.['SAMPLE_FILE']).toBe(`/app${made?.[1]}`);
  });

  it('the compose file starts programs only after the migration and once the queue is healthy', () => {
    for (const name of PROGRAMS) {
      expect(service(name).depends_on).toMatchObject({
        migrate: { condition: 'service_completed_successfully' },
        redis: { condition: 'service_healthy' },
      });
    }
  });

  it('the compose file checks the health of every long-running container', () => {
    const unchecked = Object.entries(compose.services).filter(([, s]) => s.healthcheck?.test === undefined);
    expect(unchecked.map(([name]) => name)).toEqual(['migrate', ...OPERATORS]);
  });

  it('the Redis container keeps queued jobs through a crash and never evicts them', () => {
    const settings = compose.configs['redis']?.content ?? '';
    expect(settings).toContain('appendonly yes');
    // If Redis synced only every second, a crash could lose an acknowledged job.
    expect(settings).toContain('appendfsync always');
    expect(settings).toContain('maxmemory-policy noeviction');
    expect(settings).not.toContain('requirepass');
  });

  it.each(Object.keys(compose.services))(
    'the compose file runs %s on a read-only image without extra privileges',
    (name) => {
      expect(service(name)).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
      });
    },
  );

  it.each(Object.keys(compose.services))('the compose file limits the CPU, memory, and processes of %s', (name) => {
    const { limits = {}, reservations = {} } = service(name).deploy?.resources ?? {};
    expect(Object.keys(limits).toSorted()).toEqual(['cpus', 'memory', 'pids']);
    // Docker does not start a container that requests more processors than the machine has.
    expect(Number(limits['cpus'])).toBeLessThanOrEqual(2);
    expect(bytesIn(limits['memory'])).toBeGreaterThan(bytesIn(reservations['memory']));
  });

  it("the compose file gives each worker more memory than its program's heap limit", () => {
    for (const { command, deploy } of Object.values(compose.services)) {
      const heap = /--max-old-space-size=(\d+)/.exec(JSON.stringify(command ?? ''))?.[1];
      if (heap === undefined) continue;
      expect(bytesIn(deploy?.resources?.limits?.['memory'])).toBeGreaterThan(1.5 * Number(heap) * 2 ** 20);
    }
  });
});

/** Converts a Compose size such as "512M" or "4G" to bytes. */
function bytesIn(text: unknown): number {
  const [, amount, unit = ''] = /^(\d+)([MG])$/.exec(String(text)) ?? [];
  return Number(amount) * (unit === 'G' ? 2 ** 30 : 2 ** 20);
}
