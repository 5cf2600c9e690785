import type { CurrentUser, SessionExpiry } from '@clearwatch/contracts/sign-in.dto';
import { aLoginAnswer, aSessionClock, aUser } from './a-ledger.ts';
import { aSignedInServer } from './a-server.ts';
import type { Answer, FakeServer, SeenRequest } from './fake-server.ts';

const MINUTE_MS = 60_000;

interface SessionServer {
  server: FakeServer;
  /** Somebody works in another tab. */
  actElsewhere: () => void;
  /** Minutes until the session idles out. */
  minutesLeft: () => number;
}

interface SessionServerOptions {
  idleMinutes: number;
  /** How far the server's clock is ahead of the browser's. */
  minutesAhead?: number;
  /** Who signs in next. */
  next?: CurrentUser;
}

/** A gateway that ends the session after `idleMinutes` without activity, as ours does. */
export function aSessionServer(options: SessionServerOptions): SessionServer {
  const { idleMinutes, minutesAhead = 0, next = aUser() } = options;
  let idleAt = 0;
  const act = (): void => {
    idleAt = Date.now() + idleMinutes * MINUTE_MS;
  };
  act();
  const onServer = (moment: number): string => new Date(moment + minutesAhead * MINUTE_MS).toISOString();
  const clock = (): SessionExpiry =>
    Object.assign(aSessionClock({ idleMinutes }), { now: onServer(Date.now()), idleAt: onServer(idleAt) });
  const inSession =
    (answer: () => Answer) =>
    (_request: SeenRequest): Answer =>
      Date.now() < idleAt ? answer() : { status: 401, body: 'Please sign in.' };

  const server = aSignedInServer()
    .on(
      'GET /api/auth/session',
      inSession(() => ({ body: clock() })),
    )
    .on(
      'POST /api/auth/stay-signed-in',
      inSession(() => {
        act();
        return { body: clock() };
      }),
    )
    .on('POST /api/auth/login', () => {
      act();
      return { body: aLoginAnswer({ user: next }) };
    });
  return { server, actElsewhere: act, minutesLeft: () => (idleAt - Date.now()) / MINUTE_MS };
}
