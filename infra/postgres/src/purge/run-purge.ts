import { parseArgs } from 'node:util';
import { TRANSACTIONS_KEPT_YEARS } from '@clearwatch/contracts/retention/retention-periods';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { purgeNow } from './purge-now.ts';
import { readRetention } from './read-retention.ts';
import { tellRetention } from './tell-retention.ts';

/**
 * `purge [--now]`: says what the next purge removes and what the last one has; with `--now` has it done.
 * @returns the exit code: 0, or 1 when a purge was given up
 * @throws Error when it cannot be told or done
 */
export async function runPurge(
  args: readonly string[],
  { ownerUrl, keptYears = TRANSACTIONS_KEPT_YEARS }: { ownerUrl: string; keptYears?: number | undefined },
): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { now: { type: 'boolean' } } });
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  const database = new DataSource({
    type: 'postgres',
    driver: pg,
    url: ownerUrl,
    applicationName: 'clearwatch-purge',
    poolSize: 2,
  });
  await database.initialize();
  try {
    if (values.now === true) return await purgeNow(database, { say });
    say(tellRetention(await readRetention(database, keptYears)));
    say('\nThe services do this once a day; with -- --now they do it now.');
    return 0;
  } finally {
    await database.destroy();
  }
}
