import type { HealthCheck } from '@clearwatch/contracts/system-status.dto';
import { databaseTrouble } from './database-trouble.ts';

const check = (name: string, state: 'up' | 'down', reason?: string): HealthCheck =>
  Object.assign({ name, state, milliseconds: 3 }, reason === undefined ? {} : { reason });
const of = (...checks: HealthCheck[]) => databaseTrouble({ status: 'up', checks });

describe('the connection test', () => {
  it('calls the database healthy only when it answered, and everything else too', () => {
    expect(of(check('database', 'up'), check('reports', 'up'))).toBeNull();
    expect(of(check('database', 'up'), check('reports', 'down'))).toBe(
      'The database answers, but not: reports.',
    );
  });

  it('says why it is not', () => {
    expect(of(check('database', 'down', 'no answer in time'))).toBe(
      'The database does not answer (no answer in time).',
    );
    expect(of(check('reports', 'up'))).toBe('The server did not say how its database is.');
  });
});
