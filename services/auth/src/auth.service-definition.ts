import type { ServiceDefinition } from '@clearwatch/service-kit/boot/service-module';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { AuthEnvironment } from './environment.ts';
import { FirstStartModule } from './first-start/first-start.module.ts';
import { PasswordsModule } from './passwords/passwords.module.ts';
import { SignInModule } from './sign-in/sign-in.module.ts';
import { TwoFactorModule } from './two-factor/two-factor.module.ts';
import { UsersModule } from './users/users.module.ts';

export function defineAuth(
  environment = readEnvironment(AuthEnvironment),
): ServiceDefinition<AuthEnvironment> {
  return {
    name: 'auth',
    environment,
    entities: [],
    api: [FirstStartModule, PasswordsModule, TwoFactorModule, SignInModule, UsersModule],
  };
}
