import { Module } from '@nestjs/common';
import { TodayModule } from '../today.module.ts';
import { FileImporter } from './file-importer.ts';
import { ImportClaims } from './import-claims.repository.ts';
import { ImportFileHandler } from './import-file.handler.ts';
import { LedgerCount } from './ledger-count.ts';
import { UnfinishedImports } from './unfinished-imports.finder.ts';
import { UnprojectedImports } from './unprojected-imports.finder.ts';

@Module({
  imports: [TodayModule],
  providers: [
    ImportFileHandler,
    FileImporter,
    ImportClaims,
    LedgerCount,
    UnfinishedImports,
    UnprojectedImports,
  ],
})
export class ImportFileModule {}
