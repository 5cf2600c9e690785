import type { HealthReport } from '@clearwatch/contracts/system-status.dto';

/** Why the database cannot be called healthy; null when it can. Other parts that are down are said beside it. */
export function databaseTrouble({ checks, waitsFor }: HealthReport): string | null {
  if (waitsFor !== undefined) return waitsFor;
  const database = checks.find(({ name }) => name === 'database');
  if (database === undefined) return 'The server did not say how its database is.';
  const others = checks.filter(({ name, state }) => name !== 'database' && state === 'down');
  if (database.state === 'down')
    return `The database does not answer${database.reason === undefined ? '' : ` (${database.reason})`}.`;
  if (others.length === 0) return null;
  return `The database answers, but not: ${others.map(({ name }) => name).join(', ')}.`;
}
