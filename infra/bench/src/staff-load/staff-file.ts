import { readFileSync, writeFileSync } from 'node:fs';

/** Who signs in. Also what k6 reads, so nothing may be called otherwise. */
export interface StaffCredentials {
  username: string;
  password: string;
  /** Of the authenticator, base32. */
  secret: string;
}

/** @throws Error that says what is wrong with the file */
export function readStaffFile(path: string): StaffCredentials[] {
  const people: unknown = JSON.parse(readFileSync(path, 'utf8'));
  if (!Array.isArray(people) || people.length === 0 || !people.every(isStaff)) {
    throw new Error(`${path} must be a list of { username, password, secret }.`);
  }
  return people;
}

/** For its owner alone: whoever reads it can sign in. */
export function writeStaffFile(path: string, people: readonly StaffCredentials[]): void {
  const plain = people.map(({ username, password, secret }) => ({ username, password, secret }));
  writeFileSync(path, JSON.stringify(plain), { mode: 0o600 });
}

function isStaff(person: unknown): person is StaffCredentials {
  return (
    typeof person === 'object' &&
    person !== null &&
    ['username', 'password', 'secret'].every((key) => typeof Reflect.get(person, key) === 'string')
  );
}
