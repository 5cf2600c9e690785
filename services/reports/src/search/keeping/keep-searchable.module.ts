import { Module } from '@nestjs/common';
import { MakeSearchableHandler } from './make-searchable.handler.ts';
import { SearchKeeper } from './search-keeper.service.ts';
import { UnsettledImportsFinder } from './unsettled-imports.finder.ts';

@Module({ providers: [MakeSearchableHandler, SearchKeeper, UnsettledImportsFinder] })
export class KeepSearchableModule {}
