import { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { IsOptional, IsString } from 'class-validator';

export class AnalyticsEnvironment extends ServiceEnvironment {
  /** Name of the institution until an admin saves its profile. */
  @IsOptional()
  @IsString()
  INSTITUTION_NAME?: string;
}
