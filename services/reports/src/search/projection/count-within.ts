import { integerOf } from '@clearwatch/service-kit/database/row';
import type { Ask } from '../ask.ts';
import { parameters } from '../put.ts';
import { type Condition, matching } from './condition.ts';

/** An exact number is worth this wait. */
const WORTH_MS = 200;
/** statement_timeout has run out (PostgreSQL appendix A, query_canceled). */
const TOOK_TOO_LONG = '57014';

/** @returns how many entries match; null when counting takes too long */
export async function countWithin(
  ask: Ask,
  { conditions, stale }: { conditions: readonly Condition[]; stale: readonly number[] },
): Promise<number | null> {
  const { put, values } = parameters();
  // Going back to it undoes the time limit as well, and keeps the snapshot.
  await ask('SAVEPOINT counting');
  try {
    await ask(`SET LOCAL statement_timeout = ${WORTH_MS}`);
    const [row = {}] = await ask(
      `SELECT count(*) AS total FROM reports.search_entries e WHERE ${matching(conditions, stale, put)}`,
      values,
    );
    return integerOf(row, 'total');
  } catch (error) {
    if (!isTooLong(error)) throw error;
    return null;
  } finally {
    await ask('ROLLBACK TO SAVEPOINT counting');
  }
}

function isTooLong(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === TOOK_TOO_LONG;
}
