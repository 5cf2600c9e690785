import type { Request, Response } from 'express';
import { type CookiePolicy, cookieAttributes } from './cookie-policy.ts';
import type { PrincipalStore } from './principal-store.ts';
import type { SignedIn } from './session-data.ts';

/** Starts a session under a new id; the id the browser came with is dead (OWASP ASVS 7.2.4). */
export async function startSession(request: Request, signedIn: SignedIn): Promise<void> {
  await called((done) => request.sessionStore.regenerate(request, done));
  request.session.signedIn = signedIn;
  await called((done) => request.session.save(done));
}

/**
 * Takes the session a step further, under a new id as well.
 * @returns false when it was ended while the step was under way: an ended session does not come back
 */
export async function continueSession(
  request: Request,
  store: Pick<PrincipalStore, 'takeOut'>,
  signedIn: SignedIn,
): Promise<boolean> {
  if (!(await store.takeOut(request.sessionID))) return false;
  await startSession(request, signedIn);
  return true;
}

/** Ends the session on the server and takes the cookie back; `request.session` is gone after this. */
export async function endSession(request: Request, response: Response, policy: CookiePolicy): Promise<void> {
  await called((done) => request.session.destroy(done));
  response.clearCookie(policy.name, cookieAttributes(policy));
}

function called(call: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    call((error) => {
      if (error === undefined || error === null) resolve();
      else reject(error instanceof Error ? error : new Error('The session store failed', { cause: error }));
    });
  });
}
