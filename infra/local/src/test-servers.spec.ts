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

  it('a test run uses a folder on disk when little memory is free', () => {
    expect(parentOf({ inMemory, memory: LITTLE })).toBe(testFolder());
  });

  it('a test run uses a folder on disk when the machine cannot hold files in memory', () => {
    expect(parentOf({ inMemory: '/there/is/no/such/folder', memory: PLENTY })).toBe(testFolder());
  });

  it('a test run removes folders that killed runs left in memory, and keeps folders in use', () => {
    const dead = spawnSync('true').pid;
    for (const name of [`clearwatch-test-${dead}-AbCdEf/postgres`, `clearwatch-test-${process.pid}-GhIjKl`, 'other']) {
      mkdirSync(join(inMemory, name), { recursive: true });
    }
    parentOf({ inMemory, memory: LITTLE });
    expect(readdirSync(inMemory).toSorted()).toEqual([`clearwatch-test-${process.pid}-GhIjKl`, 'other']);
  });
});
