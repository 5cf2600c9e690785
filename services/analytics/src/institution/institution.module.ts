import { Module } from '@nestjs/common';
import { InstitutionController } from './institution.controller.ts';
import { InstitutionService } from './institution.service.ts';

@Module({
  controllers: [InstitutionController],
  providers: [InstitutionService],
  exports: [InstitutionService],
})
export class InstitutionModule {}
