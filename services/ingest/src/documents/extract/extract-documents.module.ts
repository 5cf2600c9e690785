import { Module } from '@nestjs/common';
import { ImportsModule } from '../../imports/imports.module.ts';
import { DocumentJanitor } from '../document-janitor.ts';
import { LlamaExtractor } from '../llama/llama-extractor.ts';
import { PicturesModule } from '../pictures/pictures.module.ts';
import { DocumentClaims } from './document-claims.repository.ts';
import { ExtractDocumentHandler } from './extract-document.handler.ts';
import { ImportRows } from './import-rows.ts';
import { ImportsOfDocument } from './imports-of-document.repository.ts';
import { LocalExtractor } from './local-extractor.ts';
import { OpenParseJobs } from './open-parse-jobs.finder.ts';

@Module({
  imports: [ImportsModule, PicturesModule],
  providers: [
    ExtractDocumentHandler,
    DocumentClaims,
    DocumentJanitor,
    LocalExtractor,
    LlamaExtractor,
    ImportRows,
    ImportsOfDocument,
    OpenParseJobs,
  ],
})
export class ExtractDocumentsModule {}
