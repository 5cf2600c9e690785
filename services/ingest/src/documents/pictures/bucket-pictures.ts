import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Bucket } from '../../uploads/bucket/bucket.ts';
import type { DocumentFolders } from '../document-folder.ts';
import { isPictureFile, pictureFile } from '../reading/reading-order.ts';
import { PagePictures } from './page-pictures.ts';

export const PAGES = 'pages/';

/** In the bucket, `pages/<document>/page-<number>.jpg`; the folder is one worker's own, and gone when they are there. */
export class BucketPictures extends PagePictures {
  constructor(
    private readonly bucket: Bucket,
    private readonly folders: DocumentFolders,
  ) {
    super();
  }

  override async keep(parseJobId: number): Promise<void> {
    const folder = this.folders.of(parseJobId);
    for (const name of (await readdir(folder)).filter(isPictureFile)) {
      await this.bucket.put(`${pagesOf(parseJobId)}${name}`, () => createReadStream(join(folder, name)));
    }
    await this.folders.remove(parseJobId);
  }

  override read(parseJobId: number, page: number): Promise<Readable | null> {
    return this.bucket.get(`${pagesOf(parseJobId)}${pictureFile(page)}`);
  }

  override async areThere(parseJobId: number): Promise<boolean> {
    return (await this.bucket.list(pagesOf(parseJobId))).length > 0;
  }

  override async documents(): Promise<number[]> {
    const inBucket = (await this.bucket.list(PAGES)).map((key) => Number(key.split('/')[1]));
    return [...new Set([...inBucket, ...(await this.folders.all())])];
  }

  override async remove(parseJobId: number): Promise<void> {
    for (const key of await this.bucket.list(pagesOf(parseJobId))) await this.bucket.remove(key);
    await this.folders.remove(parseJobId);
  }
}

export const pagesOf = (parseJobId: number): string => `${PAGES}${parseJobId}/`;
