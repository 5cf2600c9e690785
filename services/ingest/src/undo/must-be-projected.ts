import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Ask } from '../members/ask.ts';

/**
 * An import that gets entries which the figures hold already would bring them there twice, and one that loses some before
 * they are in the figures would have them taken out for nothing. Analytics is seldom far behind: later is soon.
 * @throws FiguresBehind
 */
export async function mustBeProjected(ask: Ask, importIds: readonly number[]): Promise<void> {
  const waiting = await ask(
    `SELECT id FROM unnest($1::bigint[]) AS wanted (id)
     WHERE NOT EXISTS (SELECT FROM analytics.projected_imports p WHERE p.import_id = wanted.id) LIMIT 1`,
    [importIds],
  );
  if (waiting.length > 0) throw new FiguresBehind();
}

/** Nothing is wrong: the undo has to wait, for as long as analytics takes. */
export class FiguresBehind extends AppError {
  constructor() {
    super('unavailable', 'An import whose entries move is not yet in the figures.');
  }
}
