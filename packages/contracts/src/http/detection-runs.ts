import { Equals, IsIn, IsInt, IsISO8601, IsOptional, IsString } from 'class-validator';

/** Body of `POST /api/analytics/detect-fraud`. */
export class DetectFraudRequest {
  @Equals(true) analyzeAllData!: boolean;
}

/** Answer when the analysis is done. */
export class DetectFraudResponse {
  @IsInt() runId!: number;
  @IsInt() alertsGenerated!: number;
}

export const RUN_STATES = ['queued', 'running', 'finished'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Answer of `GET /api/analytics/full-analysis`: the newest analysis of everybody; all null before the first. */
export class FullAnalysis {
  @IsOptional() @IsInt() runId!: number | null;
  @IsOptional() @IsIn(RUN_STATES) state!: RunState | null;
  @IsInt() shardsDone!: number;
  @IsInt() shards!: number;
  @IsInt() alertsGenerated!: number;
  @IsOptional() @IsString() requestedBy!: string | null;
  @IsOptional() @IsISO8601() createdAt!: string | null;
  @IsOptional() @IsISO8601() finishedAt!: string | null;
}
