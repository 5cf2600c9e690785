import { Secret } from '@clearwatch/service-kit/config/read-environment';
import { HexKeys, ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { applyDecorators } from '@nestjs/common';
import { IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';

export function HexKey(): PropertyDecorator {
  return applyDecorators(Matches(/^[0-9a-f]{64}$/, { message: '$property must be 64 hex digits' }), Secret());
}

const ANCHOR_SYSLOG = /^([A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\]):\d{1,5}$/;

export class AuthEnvironment extends ServiceEnvironment {
  /** Key for the HMAC of the password, which bcrypt then hashes. If this key is lost, every password must be reset. */
  @HexKey()
  PASSWORD_PEPPER!: string;

  /** Keys for authenticator secrets. The first encrypts; all decrypt. */
  @HexKeys()
  TWO_FACTOR_KEYS!: string;

  /** Keys for the audit log. The first signs; all verify. Each key is needed as long as its events are kept. */
  @HexKeys()
  AUDIT_KEYS!: string;

  /** File to which the heads of the audit log and the alert chain are appended. */
  @IsOptional()
  @IsString()
  ANCHOR_FILE?: string;

  /** `host:port` of a syslog server with TLS, which also receives the heads. */
  @IsOptional()
  @Matches(ANCHOR_SYSLOG, { message: 'ANCHOR_SYSLOG must be the host and port of a syslog server with TLS: host:6514' })
  ANCHOR_SYSLOG?: string;

  /** Address to which the heads are posted as JSON. */
  @IsOptional()
  @Matches(/^https:\/\/[^/\s@]+/, { message: 'ANCHOR_URL must be an https:// address without a user name' })
  ANCHOR_URL?: string;

  /** Sent to ANCHOR_URL as a bearer token. */
  @IsOptional()
  @Matches(/^[!-~]+$/, { message: 'ANCHOR_TOKEN must be printable ASCII without spaces' })
  @Secret()
  ANCHOR_TOKEN?: string;

  /** PEM file of the authority that issued the certificates of both, instead of the public ones. */
  @IsOptional()
  @IsString()
  ANCHOR_CA_FILE?: string;

  /** First password of `admin`, used only while no user exists. */
  @IsOptional()
  @MinLength(8, { message: 'ADMIN_PASSWORD must be at least 8 characters' })
  @MaxLength(256, { message: 'ADMIN_PASSWORD must be at most 256 characters' })
  @Secret()
  ADMIN_PASSWORD?: string;

  /** File for a generated first password. The program that starts auth shows the password and deletes the file. */
  @IsOptional()
  @IsString()
  FIRST_PASSWORD_FILE?: string;
}
