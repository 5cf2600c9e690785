import { Module } from '@nestjs/common';
import { LegalHoldsController } from './legal-holds.controller.ts';
import { LegalHoldsRepository } from './legal-holds.repository.ts';
import { LegalHoldsService } from './legal-holds.service.ts';

@Module({ controllers: [LegalHoldsController], providers: [LegalHoldsRepository, LegalHoldsService] })
export class LegalHoldsModule {}
