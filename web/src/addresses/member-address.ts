import { namesIn, toSegment } from './path-segment.ts';

export const MEMBER_PATH = '/analysis/member/:firstName/:lastName';

/** Stand for a missing first and last name in the address (spec, section 2). */
const NO_FIRST_NAME = 'Unknown';
const NO_LAST_NAME = 'Account';

interface AddressedMember {
  id: number;
  firstName: string;
  lastName: string;
}

export interface MemberNames {
  firstName: string;
  lastName: string;
}

/** The page of a member. Its number tells it from others of the same name. */
export function memberAddress({ id, firstName, lastName }: AddressedMember): string {
  return `/analysis/member/${nameSegment(firstName, NO_FIRST_NAME)}/${nameSegment(lastName, NO_LAST_NAME)}?member=${id}`;
}

/** The names in the address of a member's page, substitutes included. */
export function memberNamesIn(pathname: string): MemberNames | null {
  const names = namesIn(pathname, MEMBER_PATH);
  return names === null ? null : { firstName: names[0] ?? '', lastName: names[1] ?? '' };
}

/** What the page is called: the names, without those that only stand for a missing one. */
export function memberTitle(pathname: string): string | null {
  const names = memberNamesIn(pathname);
  if (names === null) return null;
  const first = names.firstName === NO_FIRST_NAME ? '' : names.firstName;
  const last = names.lastName === NO_LAST_NAME ? '' : names.lastName;
  return `${first} ${last}`.trim() || null;
}

function nameSegment(name: string, substitute: string): string {
  const trimmed = name.trim();
  // Browsers take "." and ".." for folders. With a blank they are names, and names are compared without blanks around them.
  if (trimmed === '.' || trimmed === '..') return toSegment(`${trimmed} `);
  return toSegment(trimmed === '' ? substitute : trimmed);
}
