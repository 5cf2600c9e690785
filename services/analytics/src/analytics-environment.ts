import { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { IsOptional, IsString } from 'class-validator';

export class AnalyticsEnvironment extends ServiceEnvironment {
  /** What the institution is called until an admin has saved its profile. */
  @IsOptional()
  @IsString()
  INSTITUTION_NAME?: string;
}
