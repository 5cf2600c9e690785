import { globSync } from 'node:fs';
import {
  composeFile,
  digestsIn,
  FILES_NAMING_IMAGES,
  imagesNamedIn,
  PROJECT_ROOT,
  projectFile,
} from './testing/compose-file.ts';

const { services } = composeFile();
/**
 * The `postgres:18` tag moves to new images, and so does `postgres:18.4-bookworm` when its base image is
 * rebuilt.
 */
const PINNED = /^[\w./-]+:(\d+\.\d+(\.\d+)*-(bookworm|bookworm-slim|alpine)|v?\d+\.\d+\.\d+)@sha256:[0-9a-f]{64}$/;

describe('container images', () => {
  const bases = [...projectFile('infra/docker/Dockerfile').matchAll(/^FROM (\S+:\S+)/gm)].map((m) => m[1] ?? '');
  const foreign = Object.entries(services).filter(([, { image }]) => !image?.startsWith('clearwatch:'));

  it('every external container image is pinned to an exact version and its digest', () => {
    const names = [...foreign.map(([, { image }]) => image ?? ''), ...bases];
    expect(names.filter((name) => !PINNED.test(name))).toEqual([]);
    expect(services['postgres']?.image).toMatch(/^postgres:18\./);
  });

  it('every reference to a container image uses the recorded digest', () => {
    const digests = digestsIn(projectFile('infra/docker/image-digests.json'));
    const named = new Set(FILES_NAMING_IMAGES.flatMap((file) => imagesNamedIn(projectFile(file))));
    const written = Object.entries(digests).map(([name, digest]) => `${name}@${digest}`);
    expect([...named].toSorted()).toEqual(written.toSorted());
    const elsewhere = globSync('infra/{kubernetes,monitoring,docker}/**/*.{yaml,yml}', {
      cwd: PROJECT_ROOT,
    }).filter((file) => !FILES_NAMING_IMAGES.includes(file) && imagesNamedIn(projectFile(file)).length > 0);
    expect(elsewhere).toEqual([]);
  });

  it('the container images run on the Node version that the project pins', () => {
    const pinned = (JSON.parse(projectFile('package.json')) as { dependencies: { node: string } }).dependencies.node;
    expect(projectFile('infra/docker/Dockerfile')).toContain(`FROM node:${pinned}-`);
  });

  it('every container image runs as a non-root user', () => {
    const users = [...projectFile('infra/docker/Dockerfile').matchAll(/^USER (\S+)/gm)].map((m) => m[1]);
    expect(users).toEqual(['node']);
    expect(foreign.filter(([, { user }]) => (user ?? 'root') === 'root').map(([name]) => name)).toEqual([]);
  });

  it('the container images are built with the manifests of all workspaces', () => {
    const { workspaces } = JSON.parse(projectFile('package.json')) as { workspaces: string[] };
    const manifests = workspaces.flatMap((pattern) => globSync(`${pattern}/package.json`, { cwd: PROJECT_ROOT }));
    const copied = /cp --parents (package\.json[\s\S]*?) \/manifests/.exec(projectFile('infra/docker/Dockerfile'));
    const patterns = (copied?.[1] ?? '').split(/[\s\\]+/);
    const covered = new Set(globSync(patterns, { cwd: PROJECT_ROOT }));
    expect(manifests.filter((manifest) => !covered.has(manifest))).toEqual([]);
  });

  it('the container images contain no secrets, data, or local builds', () => {
    const ignored = projectFile('.dockerignore').split('\n');
    for (const path of ['.env', '.secrets', '.data', '.git', '**/node_modules', '**/dist', '**/*.tsbuildinfo']) {
      expect(ignored).toContain(path);
    }
  });
});
