import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeFile, PROJECT_ROOT, projectFile, requiredVariables } from './compose-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'clearwatch-env-'));
const file = join(folder, '.env');
const makeEnv = () =>
  spawnSync(process.execPath, [join(PROJECT_ROOT, 'infra/docker/make-env.mjs'), folder], {
    encoding: 'utf8',
  });
const valuesOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name ?? '', value ?? '']),
  );

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the settings of a container installation', () => {
  it('list every required variable, without a value', () => {
    const example = valuesOf(projectFile('.env.example'));
    expect(Object.keys(example).toSorted()).toEqual(requiredVariables());
    expect(Object.values(example).filter((value) => value !== '')).toEqual([]);
  });

  it('stop the start with the name of what is missing', () => {
    expect(() => composeFile({})).toThrow(/required variable \w+ is missing/);
  });

  it('are made once, each secret another, readable by the owner alone', () => {
    expect(makeEnv().status).toBe(0);
    const made = valuesOf(readFileSync(file, 'utf8'));
    const secrets = Object.values(made);
    expect(secrets.every((value) => /^[0-9a-f]{64}$/.test(value))).toBe(true);
    expect(new Set(secrets).size).toBe(secrets.length);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(() => composeFile(made)).not.toThrow();
  });

  it('are never overwritten', () => {
    const before = readFileSync(file, 'utf8');
    expect(makeEnv().status).toBe(1);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});
