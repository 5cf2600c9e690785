import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDataDirectory } from './data-directory.ts';

describe('prepareDataDirectory', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearwatch data '));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('npm start creates the data folder and its missing parent folders', () => {
    expect(existsSync(prepareDataDirectory(join(folder, 'a', 'b')))).toBe(true);
  });

  it('npm start accepts a symbolic link to a folder as the data folder', () => {
    symlinkSync(folder, join(folder, 'link'));
    prepareDataDirectory(join(folder, 'link'));
    expect(existsSync(join(folder, 'logs'))).toBe(true);
  });

  it('npm start rejects a data folder that is a file and says what to set', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => prepareDataDirectory(join(folder, 'file'))).toThrow(/cannot be used: it is a file.* Set DATA_DIR/);
    expect(() => prepareDataDirectory(join(folder, 'file', 'data'))).toThrow(/part of the path is a file/);
  });

  it('npm start rejects a data folder that is a broken link and says what to set', () => {
    symlinkSync(join(folder, 'nowhere', 'at all'), join(folder, 'link'));
    expect(() => prepareDataDirectory(join(folder, 'link'))).toThrow(/broken link.* Set DATA_DIR/);
  });
});
