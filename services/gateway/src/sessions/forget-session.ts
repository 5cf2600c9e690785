import type { Request, Response } from 'express';
import { type CookiePolicy, cookieAttributes } from './cookie-policy.ts';

/** Takes the cookie of an ended session back, and keeps the rest of the request from writing the session again. */
export function forgetSession(request: Request, response: Response, policy: CookiePolicy): void {
  Reflect.deleteProperty(request, 'session');
  response.clearCookie(policy.name, cookieAttributes(policy));
  // Below a path the host has others: their cookies are not ours to take.
  response.setHeader('Clear-Site-Data', policy.ownsHost ? '"cache", "cookies"' : '"cache"');
}
