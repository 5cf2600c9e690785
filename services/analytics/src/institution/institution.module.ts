import { Module } from '@nestjs/common';
import { InstitutionController } from './institution.controller.ts';
import { InstitutionRepository, InstitutionService } from './institution.service.ts';

/** What the institution says of itself; whoever prints something asks it for the letterhead. */
@Module({
  controllers: [InstitutionController],
  providers: [InstitutionRepository, InstitutionService],
  exports: [InstitutionService],
})
export class InstitutionModule {}
