import type { StaffSession } from '@clearwatch/contracts/sign-in.dto';

/** What a session is called: its browser and system, and from where, as far as they are known. */
export function browserOf({ browser, address }: Pick<StaffSession, 'browser' | 'address'>): string {
  const name = browser ?? 'Unknown browser';
  return address === null ? name : `${name} at ${address}`;
}
