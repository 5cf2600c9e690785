import { HexKeys, ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { IsOptional, IsString } from 'class-validator';

export class AnalyticsEnvironment extends ServiceEnvironment {
  /** Keys for the alert chain. The first signs; all verify. Each key is needed as long as its links are kept. */
  @HexKeys()
  ALERT_KEYS!: string;

  /** Name of the institution until an admin saves its profile. */
  @IsOptional()
  @IsString()
  INSTITUTION_NAME?: string;
}
