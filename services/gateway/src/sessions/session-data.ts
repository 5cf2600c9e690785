import type { CurrentUser } from '@clearwatch/contracts/http/auth';
import 'express-session';

/** What is left to do in a session; everything but that is closed until it is `complete`. */
export type SessionStage = 'password_change' | 'two_factor_setup' | 'complete';

/** Who signed in and how far. Ids only: names and roles are read afresh at every request. */
export interface SignedIn {
  userId: number;
  stage: SessionStage;
  /** The account's session version at sign-in; another one by now means: this session is dead. */
  sessionVersion: number;
  /** Milliseconds since 1970; the seven days count from here, however often the id changes. */
  signedInAt: number;
  /** Network address at sign-in; null when unknown. */
  address: string | null;
  /** Browser and system in words; null when it did not say. */
  browser: string | null;
  /** What the user is told about the time before this sign-in; times in ISO 8601. */
  before: Pick<CurrentUser, 'lastLogin' | 'failedSinceLastLogin' | 'lastFailedLogin'>;
}

declare module 'express-session' {
  interface SessionData {
    signedIn?: SignedIn;
  }
}
