import { Secret } from '@clearwatch/service-kit/config/read-environment';
import { HexKeys, ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { applyDecorators } from '@nestjs/common';
import { IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';

export function HexKey(): PropertyDecorator {
  return applyDecorators(Matches(/^[0-9a-f]{64}$/, { message: '$property must be 64 hex digits' }), Secret());
}

export class AuthEnvironment extends ServiceEnvironment {
  /** Key of the hash below bcrypt. After its loss every password must be reset. */
  @HexKey()
  PASSWORD_PEPPER!: string;

  /** For authenticator secrets: the first encrypts, all decrypt. */
  @HexKeys()
  TWO_FACTOR_KEYS!: string;

  /** For the audit log: the first signs, all verify. A key is needed as long as its events are kept. */
  @HexKeys()
  AUDIT_KEYS!: string;

  /** First password of `admin`; used only while there is no user. */
  @IsOptional()
  @MinLength(8, { message: 'ADMIN_PASSWORD must be at least 8 characters' })
  @MaxLength(256, { message: 'ADMIN_PASSWORD must be at most 256 characters' })
  @Secret()
  ADMIN_PASSWORD?: string;

  /** Receives a generated first password; the program that started the service shows it once and deletes the file. */
  @IsOptional()
  @IsString()
  FIRST_PASSWORD_FILE?: string;
}
