import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { PagePictures } from '../documents/page-pictures.ts';
import { isMissingFile } from '../import-file/import-claims.repository.ts';
import { Bucket } from './bucket.ts';
import { S3_STUB, type S3Stub, startS3Stub } from './testing/s3-stub.ts';
import { AbandonedUploadCleanup, BucketStore, FolderStore } from './upload-store.ts';

/** Larger than a part, so it is sent in three. */
const LARGE = randomBytes(20 * 1024 ** 2);
const SMALL = Buffer.from('[]');
const digestOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex');
const keyOf = (content: Buffer): string => `uploads/${digestOf(content).slice(0, 2)}/${digestOf(content)}`;

describe('files in a bucket', () => {
  let standIn: S3Stub;
  let folder: string;
  let bucket: Bucket;
  let store: BucketStore;

  beforeEach(async () => {
    standIn = await startS3Stub();
    folder = await mkdtemp(join(tmpdir(), 'clearwatch-bucket-'));
    bucket = new Bucket({ ...S3_STUB, S3_ENDPOINT: standIn.url });
    store = new BucketStore({ DATA_DIR: folder }, bucket);
  });
  afterEach(async () => {
    bucket.close();
    await standIn.close();
    await rm(folder, { recursive: true });
  });

  async function temporary(content: Buffer): Promise<string> {
    const { path, handle } = await store.openTemporary();
    await handle.writeFile(content);
    await handle.close();
    return path;
  }
  const left = () => readdir(store.incoming);

  it.each([
    ['small', SMALL],
    ['large', LARGE],
  ])('%s files in a bucket come back unchanged and leave no temporary files', async (_size, content) => {
    await store.keep(await temporary(content), digestOf(content));
    expect([...standIn.objects.keys()]).toEqual([keyOf(content)]);
    expect([await left(), standIn.unfinished.size]).toEqual([[], 0]);
    expect(await store.has(digestOf(content))).toBe(true);

    const same = await store.withFile(digestOf(content), async (path) => content.equals(await readFile(path)));
    expect(same).toBe(true);
    const handedOut = await store.read(digestOf(content));
    expect(handedOut === null ? null : content.equals(await buffer(handedOut))).toBe(true);
    expect(await left()).toEqual([]);

    await store.remove(digestOf(content));
    expect(standIn.objects.size).toBe(0);
  });

  it('files missing in a bucket are reported like missing files', async () => {
    const digest = digestOf(SMALL);
    expect([await store.has(digest), await store.read(digest)]).toEqual([false, null]);
    const error: unknown = await store.withFile(digest, async () => 'read').catch((failure: unknown) => failure);
    expect(isMissingFile(error)).toBe(true);
    expect(await left()).toEqual([]);
  });

  it('files that were not fully sent to a bucket leave neither an object nor parts', async () => {
    const path = await temporary(LARGE);
    standIn.cuts = (what) => what.includes('partNumber=2');
    await expect(store.keep(path, digestOf(LARGE))).rejects.toMatchObject({ code: 'unavailable' });
    expect([standIn.objects.size, standIn.unfinished.size]).toEqual([0, 0]);
    // The caller still owns the file: it discards it after an error or keeps it for a retry.
    standIn.cuts = () => false;
    await store.keep(path, digestOf(LARGE));
    expect(standIn.objects.size).toBe(1);
  });

  it('files that were changed in the bucket are not used', async () => {
    standIn.objects.set(keyOf(SMALL), Buffer.from('[1]'));
    const worked: string[] = [];
    const work = async (path: string) => void worked.push(path);
    await expect(store.withFile(digestOf(SMALL), work)).rejects.toMatchObject({ code: 'unavailable' });
    expect(worked).toEqual([]);
    expect(await left()).toEqual([]);
  });

  it('reading files reports a bucket that does not respond or rejects the key', async () => {
    const stranger = new Bucket({ ...S3_STUB, S3_ENDPOINT: standIn.url, S3_SECRET_ACCESS_KEY: 'another' });
    await expect(stranger.get(keyOf(SMALL))).rejects.toMatchObject({ code: 'unavailable' });
    stranger.close();
    standIn.cuts = () => true;
    const says = /file storage is not responding/;
    await expect(store.has(digestOf(SMALL))).rejects.toThrow(says);
    await expect(store.withFile(digestOf(SMALL), async () => 'read')).rejects.toThrow(says);
    await expect(store.read(digestOf(SMALL))).rejects.toThrow(says);
    expect(await left()).toEqual([]);
  });

  it('a bucket holds the page pictures of documents until they are removed', async () => {
    const pictures = new PagePictures({ DATA_DIR: folder }, bucket);
    for (const parseJobId of [7, 70]) {
      await pictures.keep(parseJobId, new Map([['page-2.jpg', Buffer.from(`page 2 of ${parseJobId}`)]]));
    }
    expect([...standIn.objects.keys()]).toEqual(['pages/7/page-2.jpg', 'pages/70/page-2.jpg']);
    expect(existsSync(join(folder, 'documents'))).toBe(false);
    const picture = await pictures.read(7, 2);
    expect(picture === null ? null : (await buffer(picture)).toString()).toBe('page 2 of 7');
    expect([await pictures.read(7, 1), await pictures.areThere(7), await pictures.areThere(8)]).toEqual([
      null,
      true,
      false,
    ]);
    await mkdir(join(folder, 'documents', '9'), { recursive: true });
    expect((await pictures.documents()).toSorted((one, other) => one - other)).toEqual([7, 9, 70]);
    for (const parseJobId of [7, 9]) await pictures.remove(parseJobId);
    expect(await pictures.documents()).toEqual([70]);
  });
});

describe('abandoned uploads', () => {
  it('the cleanup of uploads removes temporary files of killed processes and keeps recent and stored files', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'clearwatch-janitor-'));
    const store = new FolderStore({ DATA_DIR: folder });
    const [old, young, kept] = [await aTemporary(store), await aTemporary(store), await aTemporary(store)];
    const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(old, twoHoursAgo, twoHoursAgo);
    await utimes(kept, twoHoursAgo, twoHoursAgo);
    await store.keep(kept, 'ab'.repeat(32));

    const removed = await new AbandonedUploadCleanup(store, pino({ level: 'silent' })).sweep(new Date());

    expect(removed).toBe(1);
    expect((await readdir(store.incoming)).map((name) => join(store.incoming, name))).toEqual([young]);
    expect(await readdir(join(store.folder, 'ab'))).toEqual(['ab'.repeat(32)]);
    await rm(folder, { recursive: true });
  });

  it('the cleanup of uploads has nothing to do before the first upload', async () => {
    const store = new FolderStore({ DATA_DIR: '/nonexistent' });

    expect(await new AbandonedUploadCleanup(store, pino({ level: 'silent' })).sweep(new Date())).toBe(0);
  });
});

async function aTemporary(store: FolderStore): Promise<string> {
  const { path, handle } = await store.openTemporary();
  await handle.close();
  return path;
}
