import { integerOf } from '@clearwatch/service-kit/database/row-readers';
import { parameters } from '../put.ts';
import type { Question } from '../question.ts';
import { type Condition, matching } from './condition.ts';

/** statement_timeout has run out (PostgreSQL appendix A, query_canceled). */
const TOOK_TOO_LONG = '57014';

/** @returns how many entries match; null when counting takes too long */
export async function countWithin(
  { ask, limits }: Question,
  { conditions, stale }: { conditions: readonly Condition[]; stale: readonly number[] },
): Promise<number | null> {
  const { put, values } = parameters();
  // Going back to it undoes the time limit as well, and keeps the snapshot.
  await ask('SAVEPOINT counting');
  try {
    await ask(`SET LOCAL statement_timeout = ${limits.countMs}`);
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
