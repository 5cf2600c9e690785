import { memberKey } from '@clearwatch/domain/members/member-names';

/** Stand for a missing first and last name in the address of a member's page (spec, section 2). */
const NO_FIRST_NAME = 'Unknown';
const NO_LAST_NAME = 'Account';

/**
 * The keys of members that a path may mean: the names as they stand, and without those that only stand for a missing one.
 * `null` is the key of an account that names nobody.
 */
export function keysOfPath({
  firstName,
  lastName,
}: {
  firstName: string;
  lastName: string;
}): (string | null)[] {
  const firstNames = firstName === NO_FIRST_NAME ? [firstName, ''] : [firstName];
  const lastNames = lastName === NO_LAST_NAME ? [lastName, ''] : [lastName];
  return firstNames.flatMap((first) =>
    lastNames.map((last) => memberKey({ firstName: first, lastName: last })),
  );
}
