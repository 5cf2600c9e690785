import { IsIn, IsInt, IsOptional, IsString } from 'class-validator';

/** recovering: it is there, brings its data up to date after a crash, and answers again by itself. */
export const HEALTH_STATES = ['up', 'recovering', 'down'] as const;
export type HealthState = (typeof HEALTH_STATES)[number];

/** One thing that was really asked: a database, a queue, a service. */
export class HealthCheck {
  @IsString() name!: string;
  @IsIn(HEALTH_STATES) state!: HealthState;
  @IsInt() milliseconds!: number;
  @IsOptional() @IsString() reason?: string;
}

export class HealthReport {
  @IsIn(HEALTH_STATES) status!: HealthState;
  /** While it recovers: what everything waits for, in a sentence. */
  @IsOptional() @IsString() waitsFor?: string;
  checks!: HealthCheck[];
}
