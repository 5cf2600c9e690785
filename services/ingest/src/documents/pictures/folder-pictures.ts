import { createReadStream } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { DocumentFolders } from '../document-folder.ts';
import { isPictureFile, pictureFile } from '../reading/reading-order.ts';
import { PagePictures } from './page-pictures.ts';

/** They stay in the folder, which all processes see. */
export class FolderPictures extends PagePictures {
  constructor(private readonly folders: DocumentFolders) {
    super();
  }

  override async keep(): Promise<void> {
    // They are where they belong.
  }

  override async read(parseJobId: number, page: number): Promise<Readable | null> {
    const path = join(this.folders.of(parseJobId), pictureFile(page));
    return access(path).then(
      () => createReadStream(path),
      () => null,
    );
  }

  override async areThere(parseJobId: number): Promise<boolean> {
    const names = await readdir(this.folders.of(parseJobId)).catch(() => []);
    return names.some(isPictureFile);
  }

  override documents(): Promise<number[]> {
    return this.folders.all();
  }

  override remove(parseJobId: number): Promise<void> {
    return this.folders.remove(parseJobId);
  }
}
