import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { digestsIn, FILES_NAMING_IMAGES, imagesNamedIn, PROJECT_ROOT, projectFile } from './testing/compose-file.ts';

const LIST = 'infra/docker/image-digests.json';
const digestOf = (of: string) => `sha256:${of.repeat(64)}`;

describe('image digests', () => {
  let folder: string;
  const inFolder = (file: string) => readFileSync(join(folder, file), 'utf8');

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'clearwatch-images-'));
    for (const file of [LIST, ...FILES_NAMING_IMAGES]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(join(PROJECT_ROOT, file), join(folder, file));
    }
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Uses a fake Docker that returns the same digest for every image. */
  function pin(answer: string): { status: number | null; stderr: string } {
    const docker = join(folder, 'docker');
    writeFileSync(docker, `#!/bin/sh\n${answer}\n`);
    chmodSync(docker, 0o755);
    const program = join(PROJECT_ROOT, 'infra/docker/pin-images.mjs');
    const env = { PATH: `${folder}:${dirname(process.execPath)}:/usr/bin:/bin` };
    return spawnSync(process.execPath, [program, folder], { encoding: 'utf8', env });
  }

  it('pin-images pins an image wherever it is referenced and updates the digest on the next run', () => {
    expect(pin(`echo ${digestOf('a')}`).status).toBe(0);
    const names = Object.keys(digestsIn(projectFile(LIST)));
    expect(digestsIn(inFolder(LIST))).toEqual(Object.fromEntries(names.map((name) => [name, digestOf('a')])));
    const mentioned = FILES_NAMING_IMAGES.flatMap((file) => imagesNamedIn(inFolder(file)));
    expect(new Set(mentioned)).toEqual(new Set(names.map((name) => `${name}@${digestOf('a')}`)));
    expect(pin(`echo ${digestOf('b')}`).status).toBe(0);
    for (const file of FILES_NAMING_IMAGES)
      expect([inFolder(file).includes(digestOf('a')), inFolder(file).includes(digestOf('b'))]).toEqual([false, true]);
  });

  it.each([
    ['cannot be found', 'echo no such image >&2; exit 1'],
    ['are invalid', 'echo latest'],
  ])('pin-images changes no files when digests %s', (_case, answer) => {
    expect(pin(answer)).toMatchObject({ status: 1, stderr: expect.stringContaining('Nothing was changed') });
    for (const file of [LIST, ...FILES_NAMING_IMAGES]) expect(inFolder(file)).toBe(projectFile(file));
  });
});
