import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeTestFolder, testFolder } from './test-servers.ts';

const LITTLE = 2 ** 30;
const PLENTY = 2 ** 40;

describe('the folder of a test run', () => {
  const made: string[] = [];
  let inMemory: string;
  beforeEach(() => {
    inMemory = mkdtempSync(join(tmpdir(), 'clearwatch-memory-'));
    made.push(inMemory);
  });
  afterAll(() => {
    for (const folder of made) rmSync(folder, { recursive: true, force: true });
  });

  function parentOf(options: Parameters<typeof makeTestFolder>[0]): string {
    const folder = makeTestFolder(options);
    made.push(folder);
    return dirname(folder);
  }

  it('is made on the disk where little memory is left', () => {
    expect(parentOf({ inMemory, memory: LITTLE })).toBe(testFolder());
  });

  it('is made on the disk where files cannot be kept in memory', () => {
    expect(parentOf({ inMemory: '/there/is/no/such/folder', memory: PLENTY })).toBe(testFolder());
  });

  it('takes the place of what a killed run left in memory, and leaves alone what is in use', () => {
    const dead = spawnSync('true').pid;
    for (const name of [
      `clearwatch-test-${dead}-AbCdEf/postgres`,
      `clearwatch-test-${process.pid}-GhIjKl`,
      'other',
    ]) {
      mkdirSync(join(inMemory, name), { recursive: true });
    }
    parentOf({ inMemory, memory: LITTLE });
    expect(readdirSync(inMemory).toSorted()).toEqual([`clearwatch-test-${process.pid}-GhIjKl`, 'other']);
  });
});
