import { toAppError } from '@clearwatch/service-kit/errors/app-error';
import { Pool } from 'pg';
import { PrincipalStore } from './session-store.ts';

describe('session store', () => {
  it('an unreachable session database is not reported as "no session", even when the socket file is missing', async () => {
    const pool = new Pool({ host: '/nowhere/at/all', user: 'anyone', database: 'any' });
    const store = new PrincipalStore(pool, () => undefined);
    const error = await new Promise<unknown>((resolve) => {
      store.get('any', resolve);
    });
    // express-session treats ENOENT as a deleted session.
    expect(error).not.toHaveProperty('code', 'ENOENT');
    expect(toAppError(error).code).toBe('unavailable');
    await pool.end();
  });
});
