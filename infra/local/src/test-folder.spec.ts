import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeTestFolder } from './test-folder.ts';

const PLENTY = 2 ** 40;
const made: string[] = [];
const folderFor = (options: Parameters<typeof makeTestFolder>[0]): string => {
  const folder = makeTestFolder(options);
  made.push(folder);
  return dirname(folder);
};
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});

describe('the folder of a test run', () => {
  it('is made on the disk where little memory is left', () => {
    const inMemory = mkdtempSync(join(tmpdir(), 'clearwatch-memory-'));
    made.push(inMemory);
    expect(folderFor({ inMemory, memory: 2 ** 30 })).toBe(tmpdir());
  });

  it('is made on the disk where files cannot be kept in memory', () => {
    expect(folderFor({ inMemory: '/there/is/no/such/folder', memory: PLENTY })).toBe(tmpdir());
  });
});
