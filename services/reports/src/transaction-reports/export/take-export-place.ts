import { acquireSlot } from '@clearwatch/service-kit/database/transaction';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Client } from 'pg';

/** Each export holds a connection for as long as its reader takes: so many at a time, in all processes together. */
export const EXPORT_PLACES = { room: 1_926_041, places: 4 };
/** Whoever reads slowly in several windows must leave room for others. */
const PLACES_OF_ONE_USER = { room: 1_926_042, places: 2 };

/**
 * Lets an export begin in the client's transaction, with which its place is free again.
 * @throws AppError `too_many_requests` when as many exports run as may
 */
export async function takeExportPlace(client: Client, userId: number | null): Promise<void> {
  if (!(await acquireSlot(client, { ...PLACES_OF_ONE_USER, of: userId ?? 0 })))
    throw busy(
      `You have ${PLACES_OF_ONE_USER.places} exports under way. Please try again when one of them is done.`,
    );
  if (!(await acquireSlot(client, EXPORT_PLACES)))
    throw busy('Several exports are under way. Please try again in a moment.');
}

function busy(sentence: string): AppError {
  return new AppError('too_many_requests', sentence, { retryAfterSeconds: 10 });
}
