import { Secret } from '@clearwatch/service-kit/config/read-environment';
import { HexKeys, ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { applyDecorators } from '@nestjs/common';
import { IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';

export function HexKey(): PropertyDecorator {
  return applyDecorators(Matches(/^[0-9a-f]{64}$/, { message: '$property must be 64 hex digits' }), Secret());
}

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
