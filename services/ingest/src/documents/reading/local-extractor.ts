import { Injectable } from '@nestjs/common';
import { latestAllowedDay } from '../../import-file/import-copy-text.ts';
import { PagePictures } from '../page-pictures.ts';
import type { DocumentExtractor, DocumentToRead, ExtractionContext, ReadDocument } from './document-reader.ts';
import { readInSandbox } from './reading-sandbox.ts';

/** Reads documents on this server, without any network. After a restart, it starts over. */
@Injectable()
export class LocalExtractor implements DocumentExtractor {
  constructor(private readonly pictures: PagePictures) {}

  async extract(
    { parseJobId, path, type, layouts }: DocumentToRead,
    { signal, onProgress }: ExtractionContext,
  ): Promise<ReadDocument> {
    const request = { path, type, latestDay: latestAllowedDay(), layouts };
    const { read, files } = await readInSandbox(request, { signal, onProgress });
    await this.pictures.keep(parseJobId, files);
    return read;
  }
}
