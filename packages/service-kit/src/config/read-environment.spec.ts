import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EnvironmentError, readEnvironment } from './read-environment.ts';
import { ServiceEnvironment } from './service-environment.ts';

const KEY = 'a'.repeat(64);
const complete = { PORT: '4001', DATABASE_URL: 'postgres://u:p@h/d', IDENTITY_KEYS: KEY };
const { IDENTITY_KEYS: _, ...withoutKeys } = complete;

function problemsOf(source: Record<string, string>): string[] {
  try {
    readEnvironment(ServiceEnvironment, source);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems;
    throw error;
  }
  return [];
}

describe('service environment', () => {
  it('the environment of a service is read with defaults', () => {
    const environment = readEnvironment(ServiceEnvironment, complete);
    expect(environment).toMatchObject({
      PORT: 4001,
      HOST: '127.0.0.1',
      PROCESS_ROLE: 'all',
      LOG_LEVEL: 'info',
    });
  });

  it('every problem in the environment of a service is reported at once', () => {
    const problems = problemsOf({
      PORT: 'x',
      PROCESS_ROLE: 'boss',
      IDENTITY_KEYS: 'short',
      LOG_LEVEL: 'loud',
    });
    expect(problems.join('\n')).toMatch(/PORT/);
    expect(problems.join('\n')).toMatch(/PROCESS_ROLE must be one of api, worker, all/);
    expect(problems.join('\n')).toMatch(/DATABASE_URL/);
    expect(problems.join('\n')).toMatch(/IDENTITY_KEYS/);
    expect(problems.join('\n')).toMatch(/LOG_LEVEL/);
  });

  it('a problem in the environment is reported without the value, because it may be a secret', () => {
    expect(problemsOf({ ...complete, DATABASE_URL: 'mysql://root:hunter2@h/d' }).join()).not.toContain('hunter2');
  });

  it('an empty environment variable is treated as unset', () => {
    expect(problemsOf({ ...complete, REDIS_URL: '' })).toEqual([]);
  });
});

describe('secret files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'secret-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const fileOf = (content: string): string => {
    const path = join(folder, String(content.length));
    writeFileSync(path, content, { mode: 0o600 });
    return path;
  };

  it('a secret is read from a file without the line end of a mounted secret', () => {
    const environment = readEnvironment(ServiceEnvironment, {
      ...withoutKeys,
      IDENTITY_KEYS_FILE: fileOf(`${KEY}\n`),
    });
    expect(environment.IDENTITY_KEYS).toBe(KEY);
  });

  it('a secret that is set both in a file and in a variable is rejected', () => {
    expect(problemsOf({ ...complete, IDENTITY_KEYS_FILE: fileOf(KEY) })).toEqual([
      'IDENTITY_KEYS and IDENTITY_KEYS_FILE are both set: keep only one',
    ]);
  });

  it('a secret file that cannot be read is reported without its path', () => {
    const problems = problemsOf({
      ...complete,
      PORT: 'x',
      REDIS_URL_FILE: join(folder, 'absent'),
      QUEUE_DATABASE_URL_FILE: folder,
    });
    expect(problems).toEqual(
      expect.arrayContaining([
        'REDIS_URL_FILE names a file that cannot be read: it does not exist',
        'QUEUE_DATABASE_URL_FILE names a file that cannot be read: it is a folder',
        'PORT must be a port number',
      ]),
    );
    expect(problems.join()).not.toContain(folder);
  });

  it('a secret file with a second line is rejected without showing the content', () => {
    const problems = problemsOf({ ...complete, REDIS_PASSWORD_FILE: fileOf('hunter2\nhunter3\n') });
    expect(problems).toEqual([
      'REDIS_PASSWORD_FILE names a file with more than one line; it must contain a single value',
    ]);
  });

  it('a secret is unset while its file is empty', () => {
    expect(problemsOf({ ...complete, REDIS_PASSWORD_FILE: fileOf('\n') })).toEqual([]);
  });

  it('secrets are not read from files for settings of other programs', () => {
    expect(problemsOf({ ...complete, SHELL_HISTORY_FILE: join(folder, 'absent') })).toEqual([]);
  });
});

describe('URL passwords', () => {
  const bare = { ...complete, DATABASE_URL: 'postgres://clearwatch_auth@postgres:5432/clearwatch' };

  it('a password setting is inserted into its URL with any characters', () => {
    const { DATABASE_URL, REDIS_URL } = readEnvironment(ServiceEnvironment, {
      ...bare,
      DATABASE_PASSWORD: 'p@ss/w:rd %41',
      REDIS_URL: 'redis://redis:6379/0',
      REDIS_PASSWORD: 'another',
    });
    expect(decodeURIComponent(new URL(DATABASE_URL).password)).toBe('p@ss/w:rd %41');
    expect(new URL(DATABASE_URL).username).toBe('clearwatch_auth');
    expect(REDIS_URL).toBe('redis://:another@redis:6379/0');
  });

  it('a password setting is rejected when its URL contains a password or is missing', () => {
    expect(problemsOf({ ...complete, DATABASE_PASSWORD: 'p', REDIS_PASSWORD: 'p' })).toEqual([
      'DATABASE_PASSWORD is set, but DATABASE_URL already contains a password: keep only one',
      'REDIS_PASSWORD is set, but REDIS_URL is not',
    ]);
  });
});
