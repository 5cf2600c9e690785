import { Module } from '@nestjs/common';
import { ListingRepository } from './listing.repository.ts';

@Module({ providers: [ListingRepository], exports: [ListingRepository] })
export class ListingModule {}
