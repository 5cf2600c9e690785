import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keyId, keysOfInstallation, loadKeys, newKey, saveKeys } from './installation-keys.ts';

let directory: string;
const file = () => join(directory, 'keys', 'keys.json');
const content = () => JSON.parse(readFileSync(file(), 'utf8')) as Record<string, string>;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'clearwatch-keys-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function write(text: string): void {
  mkdirSync(join(directory, 'keys'), { recursive: true });
  writeFileSync(file(), text, { mode: 0o600 });
}

describe('installation keys', () => {
  it('the first start creates installation keys that are all different and readable only by their owner', () => {
    const keys = Object.values(loadKeys(directory));
    expect(keys.every((key) => /^[0-9a-f]{64}$/.test(key))).toBe(true);
    expect(new Set(keys).size).toBe(8);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(join(directory, 'keys')).mode & 0o777).toBe(0o700);
  });

  it('a start keeps existing installation keys', () => {
    expect(loadKeys(directory)).toEqual(loadKeys(directory));
  });

  it.each(['audit', 'alert'] as const)(
    'a start adds a missing %s key to the installation keys of an older version, with no other change',
    (name) => {
      const { [name]: before, ...earlier } = loadKeys(directory);
      write(JSON.stringify(earlier));
      const keys = loadKeys(directory);
      expect(keys).toMatchObject(earlier);
      expect(keys[name]).toMatch(/^[0-9a-f]{64}$/);
      expect(keys[name]).not.toBe(before);
      expect(content()).toEqual(keys);
      expect(statSync(file()).mode & 0o777).toBe(0o600);
    },
  );

  it('an installation key that can be rotated may be a list', () => {
    const keys = loadKeys(directory);
    const several = { ...keys, audit: `${newKey()},${keys.audit}` };
    saveKeys(directory, several);
    expect(loadKeys(directory)).toEqual(several);
  });

  it('the key file keeps its owner when root rotates a key', () => {
    const keys = loadKeys(directory);
    const owner = process.getuid?.() === 0 ? 12_345 : (process.getuid?.() ?? 0);
    chownSync(file(), owner, statSync(file()).gid);
    saveKeys(directory, { ...keys, audit: `${newKey()},${keys.audit}` });
    expect(statSync(file())).toMatchObject({ uid: owner, mode: 0o100_600 });
  });

  it.each([
    ['half a file', '{"session":"half'],
    ['no object', '[]'],
    ['null', 'null'],
    ['a missing key', JSON.stringify({ session: newKey() })],
  ])('a key file that contains %s is rejected and left unchanged', (_what, text) => {
    write(text);
    expect(() => loadKeys(directory)).toThrow(/not a usable key file. Restore it from a backup/);
    expect(readFileSync(file(), 'utf8')).toBe(text);
  });

  it.each(['passwordPepper', 'databaseOwner', 'databaseRoles'] as const)(
    'the installation key %s may not be a list because it cannot be rotated',
    (name) => {
      const keys = loadKeys(directory);
      write(JSON.stringify({ ...keys, [name]: `${newKey()},${keys[name]}` }));
      expect(() => loadKeys(directory)).toThrow(/not a usable key file/);
    },
  );

  it.each(['short', `${'a'.repeat(64)},`, `${'a'.repeat(64)} ${'b'.repeat(64)}`, 'A'.repeat(64), ''])(
    'a key file that includes the key %j is rejected',
    (audit) => {
      write(JSON.stringify({ ...loadKeys(directory), audit }));
      expect(() => loadKeys(directory)).toThrow(/not a usable key file/);
    },
  );

  it('a key id reveals no part of the installation key', () => {
    const key = newKey();
    expect(keyId(key)).toMatch(/^[0-9a-f]{8}$/);
    expect(key).not.toContain(keyId(key));
  });

  it('a command that only reads creates no keys in a folder without an installation', () => {
    expect(() => keysOfInstallation(directory)).toThrow(/There is no installation in/);
    expect(() => statSync(file())).toThrow(/ENOENT/);
  });
});
