import { IsIn, IsInt, IsOptional, IsString } from 'class-validator';

export const HEALTH_STATES = ['up', 'down'] as const;
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
  checks!: HealthCheck[];
}
