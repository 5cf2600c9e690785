import { Secret } from '@clearwatch/service-kit/config/read-environment';
import { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { IsOptional, IsString, Matches, MaxLength, MinLength } from 'class-validator';

export class AuthEnvironment extends ServiceEnvironment {
  /** Keys the hash that is made of a password before bcrypt. Lost means: every password must be reset. */
  @Matches(/^[0-9a-f]{64}$/, { message: 'PASSWORD_PEPPER must be 64 hex digits' })
  @Secret()
  PASSWORD_PEPPER!: string;

  /** Encrypt authenticator secrets: the first encrypts, all decrypt, so that a key can be rotated without a pause. */
  @Matches(/^[0-9a-f]{64}(,[0-9a-f]{64})*$/, {
    message: 'TWO_FACTOR_KEYS must be one or more keys of 64 hex digits, separated by commas',
  })
  @Secret()
  TWO_FACTOR_KEYS!: string;

  /** Chain the audit log: the first makes hashes, all check them; a key is needed for as long as its events are kept. */
  @Matches(/^[0-9a-f]{64}(,[0-9a-f]{64})*$/, {
    message: 'AUDIT_KEYS must be one or more keys of 64 hex digits, separated by commas',
  })
  @Secret()
  AUDIT_KEYS!: string;

  /** First password of `admin`; looked at only while there is no user at all. */
  @IsOptional()
  @MinLength(8, { message: 'ADMIN_PASSWORD must be at least 8 characters' })
  @MaxLength(256, { message: 'ADMIN_PASSWORD must be at most 256 characters' })
  @Secret()
  ADMIN_PASSWORD?: string;

  /** Where a made-up first password is left for the program that started this one, to be shown once and deleted. */
  @IsOptional()
  @IsString()
  FIRST_PASSWORD_FILE?: string;
}
