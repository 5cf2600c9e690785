import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandboxPermissions } from './local-extractor.ts';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'clearwatch-permissions-'));
  await writeFile(join(root, 'document'), 'mine');
  await writeFile(join(root, 'other'), 'of another user');
});
afterAll(() => rm(root, { recursive: true }));

/** The output of a script run with the permissions of a reader, or its error code. */
function said(script: string): string {
  const order = { path: join(root, 'document'), folder: join(root, 'own') };
  const program = `try { console.log(${script}) } catch (error) { console.log(error.code) }`;
  const { stdout } = spawnSync(process.execPath, [...sandboxPermissions(order), '--eval', program], {
    encoding: 'utf8',
  });
  return stdout.trim();
}

describe('permissions of the reading process', () => {
  it('a compromised reading process can read its document', () => {
    expect(said(`fs.readFileSync(${JSON.stringify(join(root, 'document'))}, 'utf8')`)).toBe('mine');
  });

  it.each([
    ['read another document', () => `fs.readFileSync(${JSON.stringify(join(root, 'other'))}, 'utf8')`],
    ['read system files', () => `fs.readFileSync('/etc/passwd', 'utf8')`],
    ['write outside its folder', () => `fs.writeFileSync(${JSON.stringify(join(root, 'evil'))}, 'x')`],
    ['start a program', () => `child_process.execFileSync('id', { encoding: 'utf8' })`],
  ])('a compromised reading process cannot %s [security 6.9]', (_what, script) => {
    expect(said(script())).toBe('ERR_ACCESS_DENIED');
  });
});
