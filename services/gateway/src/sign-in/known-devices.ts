import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { GatewayEnvironment } from '../gateway-environment.ts';
import { COOKIE_POLICY, type CookiePolicy, cookieAttributes, cookieIn } from '../sessions/session-cookie.ts';

const DAY_MS = 86_400_000;
const KNOWN_FOR_MS = 180 * DAY_MS;
/** Users who share a workstation. */
const MAX_USERS = 5;

/** As sign-in compares usernames. */
export function normalizeTypedName(username: string): string {
  return username.trim().normalize('NFC').toLowerCase();
}

/**
 * Browsers in which a user has signed in with both factors. They are exempt from the limits per address for this user, so
 * that no one else behind the address can stop them (OWASP, "device cookies"). The cookie proves nothing else: the
 * password, the code and the lock of the account still apply.
 */
@Injectable()
export class KnownDevices {
  private readonly keys: readonly Buffer[];
  private readonly cookie: string;

  constructor(
    @Inject(ENVIRONMENT) { SESSION_KEYS }: Pick<GatewayEnvironment, 'SESSION_KEYS'>,
    @Inject(COOKIE_POLICY) private readonly policy: CookiePolicy,
  ) {
    this.cookie = `${policy.name}-device`;
    this.keys = SESSION_KEYS.split(',').map((key) =>
      Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), '', 'clearwatch known devices', 32)),
    );
  }

  isKnown(request: Pick<Request, 'headers'>, username: string, now = Date.now()): boolean {
    return this.tokensIn(request).some((token) => this.isFor(token, username, now));
  }

  /** Keeps the tokens of other users of this browser. */
  remember(request: Pick<Request, 'headers'>, response: Pick<Response, 'cookie'>, username: string): void {
    const now = Date.now();
    const others = this.tokensIn(request).filter((token) => !this.isFor(token, username, now));
    const value = [this.tokenFor(username, now), ...others].slice(0, MAX_USERS).join('~');
    response.cookie(this.cookie, value, { ...cookieAttributes(this.policy), maxAge: KNOWN_FOR_MS });
  }

  private tokensIn({ headers }: Pick<Request, 'headers'>): string[] {
    const value = cookieIn(headers.cookie ?? '', this.cookie);
    return value === null ? [] : value.split('~').slice(0, MAX_USERS);
  }

  private tokenFor(username: string, now: number): string {
    const issued = `${now.toString(36)}.${randomBytes(9).toString('base64url')}`;
    const [key = Buffer.alloc(0)] = this.keys;
    return `${issued}.${macOf(key, issued, username).toString('base64url')}`;
  }

  private isFor(token: string, username: string, now: number): boolean {
    const [time = '', nonce = '', mac = ''] = token.split('.');
    const age = now - Number.parseInt(time, 36);
    if (!(age >= -DAY_MS && age <= KNOWN_FOR_MS)) return false;
    const given = Buffer.from(mac, 'base64url');
    return this.keys.some((key) => {
      const right = macOf(key, `${time}.${nonce}`, username);
      return given.length === right.length && timingSafeEqual(given, right);
    });
  }
}

function macOf(key: Buffer, issued: string, username: string): Buffer {
  return createHmac('sha256', key)
    .update(`${issued}.${normalizeTypedName(username)}`)
    .digest();
}
