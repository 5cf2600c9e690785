import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadKeys } from '../installation-keys.ts';
import { backupFinding, clockSkewFinding } from './check-database.ts';
import {
  checkDataDirectory,
  checkKeys,
  checkNode,
  checkSettings,
  spaceFinding,
} from './check-installation.ts';
import { about, formatFinding } from './doctor-finding.ts';

const folder = mkdtempSync(join(tmpdir(), 'clearwatch-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settings = (source: Record<string, string>, problem: string | null = null) =>
  checkSettings(source, { problem, ofServices: new Set(['PORT', 'NODE_ENV', 'UPLOAD_MAX_BYTES']) });

describe('settings that are examined', () => {
  it('are in order when all are known', () => {
    expect(
      settings({ PORT: '3000', ADMIN_PASSWORD_FILE: '/f', HOME: '/root', NODE_ENV: 'production' }),
    ).toEqual([expect.objectContaining({ state: 'well' })]);
  });

  it('are told of when one is misspelled, with the name that was meant and without its value', () => {
    const [finding] = settings({ REDIS_PASWORD: 'hunter2' });
    expect(finding).toMatchObject({ state: 'wrong', remedy: 'Did you mean REDIS_PASSWORD?' });
    expect(JSON.stringify(finding)).not.toContain('hunter2');
  });

  it('are told of when only containers know them', () => {
    expect(settings({ UPLOAD_MAX_BYTES: '1' })).toEqual([
      expect.objectContaining({ state: 'note', summary: expect.stringContaining('does not pass it on') }),
    ]);
  });

  it('are told of when they cannot be used', () => {
    expect(settings({}, 'PORT must be a port number')[0]).toMatchObject({ state: 'wrong' });
  });
});

describe('keys that are examined', () => {
  const home = join(folder, 'keys-home');
  const file = join(home, 'keys', 'keys.json');

  it('are in order when whole and readable by their owner alone', () => {
    loadKeys(home);
    expect(checkKeys(home)).toEqual([expect.objectContaining({ state: 'well' })]);
  });

  it('are told of when others may read them, and stay as they are', () => {
    chmodSync(file, 0o644);
    expect(checkKeys(home)[1]).toMatchObject({
      state: 'wrong',
      remedy: expect.stringContaining('chmod 600'),
    });
    expect(statSync(file).mode & 0o777).toBe(0o644);
  });

  it('are told of when damaged, or gone while there is a database', () => {
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

describe('a data folder that is examined', () => {
  it('may be missing before the first start', () => {
    expect(checkDataDirectory(join(folder, 'nowhere'))[0]).toMatchObject({ state: 'note' });
  });

  it('must not be a file', () => {
    writeFileSync(join(folder, 'a-file'), '');
    expect(checkDataDirectory(join(folder, 'a-file'))[0]).toMatchObject({ state: 'wrong' });
  });

  it.each([
    [200 * 2 ** 20, 'wrong'],
    [2 * 2 ** 30, 'note'],
    [50 * 2 ** 30, 'well'],
  ])('with %d bytes free is %s', (free, state) => {
    expect(spaceFinding(free, '/data').state).toBe(state);
  });
});

describe('backups that are examined', () => {
  const asOf = new Date('2026-11-22T12:00:00Z');
  const last = { at: '2026-11-19T02:00:00Z', bytes: 10_800_000, keyId: '0a1b2c3d', missingFiles: 0 };

  it.each([
    ['none yet', { isOverdue: false, last: null }, 'note', 'no backup yet'],
    ['none ever', { isOverdue: true, last: null }, 'wrong', 'no backup yet, although backups are expected'],
    ['too old', { isOverdue: true, last }, 'wrong', '3 days ago (10.8 MB, key 0a1b2c3d); 48 hours'],
    [
      'of today',
      { isOverdue: false, last: { ...last, at: '2026-11-22T02:00:00Z' } },
      'well',
      'less than a day ago',
    ],
    [
      'not whole',
      { isOverdue: false, last: { ...last, missingFiles: 2 } },
      'wrong',
      'without 2 uploaded files',
    ],
  ])('%s', (_case, standing, state, words) => {
    expect(backupFinding(standing, asOf)).toMatchObject({ state, summary: expect.stringContaining(words) });
  });
});

describe('a clock that is examined', () => {
  it.each([
    [-1_500, 'well'],
    [2_500, 'note'],
    [-31_000, 'wrong'],
  ])('and differs by %d ms is %s', (skew, state) => {
    expect(clockSkewFinding(skew).state).toBe(state);
  });

  it('is told with its direction', () => {
    expect(clockSkewFinding(-31_000).summary).toBe(
      'the database clock is 31.0 s behind the clock of this machine',
    );
  });
});

describe('a finding', () => {
  it('says what, where, and on a line of its own what to do', () => {
    expect(formatFinding(about('port').problem('3000 is in use', 'Set PORT.'))).toEqual([
      'WRONG  port: 3000 is in use',
      '       → Set PORT.',
    ]);
  });

  it('tells of another Node than the pinned one', () => {
    expect(checkNode('20.0.0')[0]?.state).toBe('wrong');
  });
});
