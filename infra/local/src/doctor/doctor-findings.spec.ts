import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadKeys } from '../installation-keys.ts';
import { backupFinding, clockSkewFinding } from './check-database.ts';
import { checkDataDirectory, checkKeys, checkNode, checkSettings, spaceFinding } from './check-installation.ts';
import { about, formatFinding } from './doctor-finding.ts';

const folder = mkdtempSync(join(tmpdir(), 'clearwatch-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settings = (source: Record<string, string>, problem: string | null = null) =>
  checkSettings(source, { problem, ofServices: new Set(['PORT', 'NODE_ENV', 'UPLOAD_MAX_BYTES']) });

describe('settings checks', () => {
  it('doctor accepts settings that are all recognized', () => {
    expect(settings({ PORT: '3000', ADMIN_PASSWORD_FILE: '/f', HOME: '/root', NODE_ENV: 'production' })).toEqual([
      expect.objectContaining({ state: 'well' }),
    ]);
  });

  it('doctor reports a misspelled setting with the likely name and without its value', () => {
    const [finding] = settings({ REDIS_PASWORD: 'hunter2' });
    expect(finding).toMatchObject({ state: 'wrong', remedy: 'Did you mean REDIS_PASSWORD?' });
    expect(JSON.stringify(finding)).not.toContain('hunter2');
  });

  it('doctor notes a setting that only containers read', () => {
    expect(settings({ UPLOAD_MAX_BYTES: '1' })).toEqual([
      expect.objectContaining({ state: 'note', summary: expect.stringContaining('does not pass it on') }),
    ]);
  });

  it('doctor reports settings that cannot be used', () => {
    expect(settings({}, 'PORT must be a port number')[0]).toMatchObject({ state: 'wrong' });
  });
});

describe('key checks', () => {
  const home = join(folder, 'keys-home');
  const file = join(home, 'keys', 'keys.json');

  it('doctor accepts complete keys that only their owner can read', () => {
    loadKeys(home);
    expect(checkKeys(home)).toEqual([expect.objectContaining({ state: 'well' })]);
  });

  it('doctor reports keys that other users can read, without changing the file mode', () => {
    chmodSync(file, 0o644);
    expect(checkKeys(home)[1]).toMatchObject({
      state: 'wrong',
      remedy: expect.stringContaining('chmod 600'),
    });
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });

  it('doctor reports damaged keys, and keys that are missing although a database exists', () => {
    writeFileSync(file, '{"session": "ab');
    expect(checkKeys(home)[0]).toMatchObject({
      state: 'wrong',
      summary: expect.stringContaining('not a usable key'),
    });
    rmSync(file);
    expect(checkKeys(home)[0]).toMatchObject({ state: 'note' });
    mkdirSync(join(home, 'postgres'));
    writeFileSync(join(home, 'postgres', 'PG_VERSION'), '18');
    expect(checkKeys(home)[0]).toMatchObject({ state: 'wrong', remedy: expect.stringContaining('backup') });
  });
});

describe('data folder checks', () => {
  it('doctor only notes a data folder that does not exist yet', () => {
    expect(checkDataDirectory(join(folder, 'nowhere'))[0]).toMatchObject({ state: 'note' });
  });

  it('doctor reports a data folder that is a file', () => {
    writeFileSync(join(folder, 'a-file'), '');
    expect(checkDataDirectory(join(folder, 'a-file'))[0]).toMatchObject({ state: 'wrong' });
  });

  it.each([
    [200 * 2 ** 20, 'wrong'],
    [2 * 2 ** 30, 'note'],
    [50 * 2 ** 30, 'well'],
  ])('doctor rates %d free bytes in the data folder as %s', (free, state) => {
    expect(spaceFinding(free, '/data').state).toBe(state);
  });
});

describe('backup checks', () => {
  const asOf = new Date('2026-11-22T12:00:00Z');
  const last = { at: '2026-11-19T02:00:00Z', bytes: 10_800_000, keyId: '0a1b2c3d', missingFiles: 0 };

  it.each([
    ['no backup before one is due', { isOverdue: false, last: null }, 'note', 'no backup yet'],
    [
      'no backup although one is due',
      { isOverdue: true, last: null },
      'wrong',
      'no backup yet, although backups are expected',
    ],
    ['a backup that is too old', { isOverdue: true, last }, 'wrong', '3 days ago (10.8 MB, key 0a1b2c3d); 48 hours'],
    [
      'a backup of the last day',
      { isOverdue: false, last: { ...last, at: '2026-11-22T02:00:00Z' } },
      'well',
      'less than a day ago',
    ],
    [
      'a backup without some uploaded files',
      { isOverdue: false, last: { ...last, missingFiles: 2 } },
      'wrong',
      'without uploaded files that are missing or damaged (2)',
    ],
  ])('doctor reports %s', (_case, status, state, words) => {
    expect(backupFinding(status, asOf)).toMatchObject({ state, summary: expect.stringContaining(words) });
  });
});

describe('clock checks', () => {
  it.each([
    [-1_500, 'well'],
    [2_500, 'note'],
    [-31_000, 'wrong'],
  ])('doctor rates a clock difference of %d ms as %s', (skew, state) => {
    expect(clockSkewFinding(skew).state).toBe(state);
  });

  it('doctor states whether the database clock is ahead or behind', () => {
    expect(clockSkewFinding(-31_000).summary).toBe("the database clock is 31.0 s behind this machine's clock");
  });
});

describe('findings', () => {
  it('doctor prints the place and the problem on one line and the remedy on the next', () => {
    expect(formatFinding(about('port').problem('3000 is in use', 'Set PORT.'))).toEqual([
      'WRONG  port: 3000 is in use',
      '       → Set PORT.',
    ]);
  });

  it('doctor reports a Node version other than the pinned one', () => {
    expect(checkNode('20.0.0')[0]?.state).toBe('wrong');
  });
});
