import { USERNAME_MAX_LENGTH } from '@clearwatch/contracts/users';
import { readEnvironment } from '@clearwatch/service-kit/config/read-environment';
import { HexKey } from '../auth-environment.ts';
import { FIRST_ADMIN, generatePassword } from '../first-start/first-admin.service.ts';
import { PasswordHasher } from '../passwords/password-hasher.service.ts';
import {
  AuditCommandEnvironment,
  CommandError,
  openOperatorAuditLog,
  operatorActor,
  runCommand,
  withDatabase,
} from './operator-command.ts';
import { recoverAdmin } from './recover-admin.ts';

class ResetAdminEnvironment extends AuditCommandEnvironment {
  @HexKey()
  PASSWORD_PEPPER!: string;
}

const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/u;

await runCommand(async () => {
  const username = nameFrom(process.argv.slice(2));
  const environment = readEnvironment(ResetAdminEnvironment);
  const password = generatePassword();
  const passwordHash = await new PasswordHasher(environment).hash(password);
  const recovered = await withDatabase(environment.DATABASE_URL, async (database) =>
    recoverAdmin(
      operatorActor(),
      { username, passwordHash },
      { database, log: await openOperatorAuditLog(environment, database) },
    ),
  );
  process.stdout.write(
    [
      '',
      recovered.isNew
        ? `There was no user named ${recovered.username}; an admin of that name has been made.`
        : `${recovered.username} is an active admin again. Sessions, lock and second factor are gone.`,
      '',
      `  Sign in as         ${recovered.username}`,
      `  with the password  ${password}`,
      '',
      'It is shown only now and must be changed at the first sign-in. This recovery stands in the audit log.',
      '',
    ].join('\n'),
  );
  return 0;
});

function nameFrom(args: readonly string[]): string {
  if (args.length > 1) throw new CommandError('Give one user name, or none for admin.');
  const name = (args[0] ?? FIRST_ADMIN).trim();
  if (name === '' || name.length > USERNAME_MAX_LENGTH || UNPRINTABLE.test(name) || name.startsWith('--')) {
    throw new CommandError(`A user name has 1 to ${USERNAME_MAX_LENGTH} printable characters.`);
  }
  return name;
}
