import { Module } from '@nestjs/common';
import { MemberRiskService } from './member-risk.service.ts';

@Module({ providers: [MemberRiskService], exports: [MemberRiskService] })
export class MemberRiskModule {}
