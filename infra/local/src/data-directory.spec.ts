import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDataDirectory } from './data-directory.ts';

describe('the data folder', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearwatch data '));
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is made with all that is missing above it', () => {
    expect(existsSync(prepareDataDirectory(join(folder, 'a', 'b')))).toBe(true);
  });

  it('may be a link to another place', () => {
    symlinkSync(folder, join(folder, 'link'));
    prepareDataDirectory(join(folder, 'link'));
    expect(existsSync(join(folder, 'logs'))).toBe(true);
  });

  it('is refused in plain words when it is a file', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => prepareDataDirectory(join(folder, 'file'))).toThrow(
      /cannot be used: it is a file.* Set DATA_DIR/,
    );
    expect(() => prepareDataDirectory(join(folder, 'file', 'data'))).toThrow(/part of the path is a file/);
  });

  it('is refused in plain words when it is a broken link', () => {
    symlinkSync(join(folder, 'nowhere', 'at all'), join(folder, 'link'));
    expect(() => prepareDataDirectory(join(folder, 'link'))).toThrow(/broken link.* Set DATA_DIR/);
  });
});
