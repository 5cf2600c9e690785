import { Module } from '@nestjs/common';
import { BUCKET } from '../../uploads/bucket/bucket.token.ts';
import type { Bucket } from '../../uploads/bucket/bucket.ts';
import { DocumentFolders } from '../document-folder.ts';
import { BucketPictures } from './bucket-pictures.ts';
import { FolderPictures } from './folder-pictures.ts';
import { PagePictures } from './page-pictures.ts';

@Module({
  providers: [
    DocumentFolders,
    {
      provide: PagePictures,
      useFactory: (bucket: Bucket | null, folders: DocumentFolders) =>
        bucket === null ? new FolderPictures(folders) : new BucketPictures(bucket, folders),
      inject: [BUCKET, DocumentFolders],
    },
  ],
  exports: [DocumentFolders, PagePictures],
})
export class PicturesModule {}
