import { Module } from '@nestjs/common';
import { AlertChain } from './alert-chain.ts';

@Module({ providers: [AlertChain], exports: [AlertChain] })
export class ChainModule {}
