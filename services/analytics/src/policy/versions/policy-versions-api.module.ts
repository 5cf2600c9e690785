import { Module } from '@nestjs/common';
import { PolicyModule } from '../policy.module.ts';
import { PolicyVersionsController } from './policy-versions.controller.ts';
import { PolicyVersionsService } from './policy-versions.service.ts';

@Module({
  imports: [PolicyModule],
  controllers: [PolicyVersionsController],
  providers: [PolicyVersionsService],
})
export class PolicyVersionsApiModule {}
