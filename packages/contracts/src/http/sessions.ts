import 'reflect-metadata';
import { IsBoolean, IsInt, IsISO8601, IsOptional, IsString, IsUUID } from 'class-validator';

/** A browser somebody is signed in with. */
export class StaffSession {
  /** Names the session in calls; it is not the secret in the cookie. */
  @IsUUID() id!: string;
  @IsISO8601() signedInAt!: string;
  @IsISO8601() lastActivityAt!: string;
  /** Network address at sign-in. */
  @IsOptional() @IsString() address!: string | null;
  /** Browser and system in words, "Firefox on Linux"; null when it did not say. */
  @IsOptional() @IsString() browser!: string | null;
  /** The session this request was made with. */
  @IsBoolean() isCurrent!: boolean;
}

/** When the session of this request ends. */
export class SessionClock {
  /** The server's time, so that a browser whose clock is wrong counts right. */
  @IsISO8601() now!: string;
  /** Without activity until then it ends; null when the idle limit is off. */
  @IsOptional() @IsISO8601() idleAt!: string | null;
  /** The idle limit in minutes; 0 when off. */
  @IsInt() idleMinutes!: number;
  /** It ends then in any case. */
  @IsISO8601() expiresAt!: string;
}

/** How many sessions were ended. */
export class EndedSessions {
  @IsInt() ended!: number;
}
