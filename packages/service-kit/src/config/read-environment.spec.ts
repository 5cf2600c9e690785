import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EnvironmentError, readEnvironment } from './read-environment.ts';
import { ServiceEnvironment } from './service-environment.ts';

const KEY = 'a'.repeat(64);
const complete = { PORT: '4001', DATABASE_URL: 'postgres://u:p@h/d', IDENTITY_KEYS: KEY };

function problemsOf(source: Record<string, string>): string[] {
  try {
    readEnvironment(ServiceEnvironment, source);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.problems;
    throw error;
  }
  return [];
}

describe('environment of a service', () => {
  it('is read with its defaults', () => {
    const environment = readEnvironment(ServiceEnvironment, complete);
    expect(environment).toMatchObject({
      PORT: 4001,
      HOST: '127.0.0.1',
      PROCESS_ROLE: 'all',
      LOG_LEVEL: 'info',
    });
  });

  it('names every problem at once', () => {
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

  it('never repeats a value, which may be a secret', () => {
    expect(problemsOf({ ...complete, DATABASE_URL: 'mysql://root:hunter2@h/d' }).join()).not.toContain(
      'hunter2',
    );
  });

  it('reads a secret from the file a container mounts', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secret-'));
    try {
      writeFileSync(join(folder, 'keys'), `${KEY}\n`);
      const { IDENTITY_KEYS: _, ...rest } = complete;
      const environment = readEnvironment(ServiceEnvironment, {
        ...rest,
        IDENTITY_KEYS_FILE: join(folder, 'keys'),
      });
      expect(environment.IDENTITY_KEYS).toBe(KEY);
      expect(problemsOf({ ...complete, REDIS_URL_FILE: join(folder, 'absent') })).toEqual([
        'REDIS_URL_FILE names a file that cannot be read',
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('takes an empty variable for unset', () => {
    expect(problemsOf({ ...complete, REDIS_URL: '' })).toEqual([]);
  });
});
