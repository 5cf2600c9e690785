import { writeFile } from 'node:fs/promises';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { lockRow } from '@clearwatch/service-kit/database/transaction';
import { systemActor } from '@clearwatch/service-kit/identity/actor';
import { LOGGER } from '@clearwatch/service-kit/logging/logger';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { UserEntity } from '../accounts/user.entity.ts';
import { AuditLog } from '../audit/audit-log.service.ts';
import type { AuthEnvironment } from '../auth-environment.ts';
import { PasswordHasher } from '../passwords/password-hasher.service.ts';
import { randomText } from '../two-factor/two-factor-secrets.ts';

/** Omits look-alike characters. */
const PASSWORD_ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** 20 characters, 99 bits, in groups. */
export function generatePassword(): string {
  return Array.from({ length: GROUPS }, () => randomText(PASSWORD_ALPHABET, GROUP_LENGTH)).join('-');
}

export const FIRST_ADMIN = 'admin';

/** The first password is configured by the operator or generated, and must be changed at the first sign-in. */
@Injectable()
export class FirstAdminService implements OnApplicationBootstrap {
  constructor(
    private readonly database: DataSource,
    private readonly hasher: PasswordHasher,
    private readonly audit: AuditLog,
    @Inject(ENVIRONMENT) private readonly environment: AuthEnvironment,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (await this.database.manager.exists(UserEntity)) return;
    const { ADMIN_PASSWORD: configured } = this.environment;
    const password = configured ?? generatePassword();
    const passwordHash = await this.hasher.hash(password);

    const created = await this.database.transaction(async (manager) => {
      // When two processes start concurrently, the second finds the admin that the first created.
      await lockRow(manager, { schema: 'auth', name: 'first start' });
      if (await manager.exists(UserEntity)) return false;
      const { id } = await manager.save(UserEntity, {
        username: FIRST_ADMIN,
        passwordHash,
        role: 'Admin',
        forcePasswordReset: true,
      });
      const subject = { type: 'user', id, label: FIRST_ADMIN } as const;
      const detail = { password: configured === undefined ? 'made up' : 'from the operator' };
      await this.audit.append(systemActor('first-start'), { action: 'admin.created', subject, detail }, manager);
      // Before the commit, because an admin without a known password must not be created.
      if (configured === undefined) await this.handOver(password);
      return true;
    });
    if (created) this.logger.info({ username: FIRST_ADMIN }, 'first admin created');
  }

  /** The password must never reach the log. */
  private async handOver(password: string): Promise<void> {
    const { FIRST_PASSWORD_FILE: file } = this.environment;
    if (file !== undefined) await writeFile(file, `${password}\n`, { mode: 0o600 });
    else process.stderr.write(`\nSign in as ${FIRST_ADMIN} with the password ${password}\n\n`);
  }
}
