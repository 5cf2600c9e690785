import { OWNERS, QUEUE_ROLE } from './owners.ts';

/** Passwords of the login roles, by role name. */
export type RolePasswords = Readonly<Record<string, string>>;

export const ROLE_NAMES: readonly string[] = [...OWNERS.map(({ role }) => role), QUEUE_ROLE];

/** The address a service uses: the owner's server and database under the service's own role. */
export function addressFor(ownerUrl: string, role: string, passwords: RolePasswords): string {
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = encodeURIComponent(passwords[role] ?? '');
  return url.toString();
}
