import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFile, runMakeEnv } from './testing/compose-file.ts';

const OPTIONAL = [
  'admin_password',
  'anchor_ca',
  'anchor_token',
  'llama_cloud_api_key',
  'openai_api_key',
  's3_secret_access_key',
  'tls_certificate',
  'tls_key',
];
const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clearwatch-env-'));
  folders.push(folder);
  return folder;
}

const secretsIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(folder, '.secrets')).map((name) => [name, readFileSync(join(folder, '.secrets', name), 'utf8')]),
  );

describe('make-env', () => {
  it('container secrets are created once, all different, in a folder that only the owner can enter', () => {
    const folder = newFolder();
    expect(runMakeEnv(folder).status).toBe(0);
    const { mode } = statSync(join(folder, '.secrets'));
    expect(mode & 0o777).toBe(0o700);
    const made = Object.entries(secretsIn(folder));
    const filled = made.filter(([name]) => !OPTIONAL.includes(name)).map(([, value]) => value);
    expect(filled.filter((value) => !/^[0-9a-f]{64}$/.test(value))).toEqual([]);
    expect(new Set(filled).size).toBe(filled.length);
    expect(made.filter(([name, value]) => OPTIONAL.includes(name) && value !== '')).toEqual([]);
  });

  it('container secrets are readable by the user of every container that mounts them', () => {
    const folder = newFolder();
    runMakeEnv(folder);
    const modes = Object.keys(secretsIn(folder)).map((name) => statSync(join(folder, '.secrets', name)).mode);
    expect(modes.filter((mode) => (mode & 0o777) !== 0o644)).toEqual([]);
  });

  it('container secrets are never overwritten, and missing secrets are created and reported', () => {
    const folder = newFolder();
    runMakeEnv(folder);
    const { audit_keys: _, ...others } = secretsIn(folder);
    rmSync(join(folder, '.secrets', 'audit_keys'));
    expect(String(runMakeEnv(folder).stdout)).toContain('Created: AUDIT_KEYS.');
    expect(secretsIn(folder)).toMatchObject(others);
    expect(String(runMakeEnv(folder).stdout)).toContain('none was changed');
  });

  it('container secrets are moved from the settings of an older installation', () => {
    const folder = newFolder();
    const pepper = 'b'.repeat(64);
    writeFileSync(
      join(folder, '.env'),
      `# mine\nPASSWORD_PEPPER=${pepper}\nADMIN_PASSWORD=first-of-all\nLOG_LEVEL=warn\n`,
    );
    expect(String(runMakeEnv(folder).stdout)).toContain('PASSWORD_PEPPER, ADMIN_PASSWORD');
    expect(secretsIn(folder)).toMatchObject({
      password_pepper: pepper,
      admin_password: 'first-of-all',
    });
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe('# mine\nLOG_LEVEL=warn\n');
  });

  it('the settings of a new container installation contain no secrets', () => {
    expect(projectFile('.env.example')).not.toMatch(/^[A-Z_]+=/m);
    const folder = newFolder();
    runMakeEnv(folder);
    expect(readFileSync(join(folder, '.env'), 'utf8')).toBe(projectFile('.env.example'));
    expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600);
  });

  it('one option configures the TLS proxy and the gateway of a container installation', () => {
    const folder = newFolder();
    runMakeEnv(folder, '--tls', 'clearwatch.example.org');
    runMakeEnv(folder, '--tls', 'fraud.example.org');
    const set = readFileSync(join(folder, '.env'), 'utf8').match(/^[A-Z_]+=.*$/gm);
    expect(set).toEqual(['PUBLIC_ORIGINS=https://fraud.example.org', 'TRUST_PROXY_HOPS=1', 'COMPOSE_PROFILES=tls']);
  });

  it('container secrets are excluded from the repository and images', () => {
    expect(projectFile('.gitignore').split('\n')).toContain('.secrets/');
    expect(projectFile('.dockerignore').split('\n')).toContain('.secrets');
  });
});
