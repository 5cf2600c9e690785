import 'reflect-metadata';
import { IsBoolean, IsInt } from 'class-validator';

/** The generated ledger that an empty system offers: infra/sample-data makes it, ingest imports it. */
export const SAMPLE_LEDGER = { transactionCount: 13_190, accountCount: 2_583 } as const;

/** Answer of `GET /api/imports/sample`. */
export class SampleOffer {
  /** Nothing is in the ledger, nothing is on its way there, and the file is at hand. */
  @IsBoolean() available!: boolean;
  @IsInt() transactionCount!: number;
  @IsInt() accountCount!: number;
}
