/** Keys of an installation that its rows need; several are comma-separated. */
export interface BackedUpKeys {
  session: string;
  identity: string;
  passwordPepper: string;
  twoFactor: string;
  audit: string;
  /** Of `npm start`, which makes the passwords of PostgreSQL itself. */
  databaseOwner?: string | undefined;
  databaseRoles?: string | undefined;
}
