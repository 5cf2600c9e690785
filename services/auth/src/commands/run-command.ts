import pg from 'pg';
import { DataSource } from 'typeorm';

/** A person waits: a database that does not answer must not keep him. */
const CONNECT_TIMEOUT_MS = 5_000;

/** What was asked for cannot be done; the message says why and what to do. */
export class Refusal extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Refusal';
  }
}

/**
 * Runs a program for operators: its answer is its exit code, its errors are sentences.
 * @param failureCode for whatever keeps `work` from ending
 */
export async function runCommand(work: () => Promise<number>, failureCode = 1): Promise<void> {
  try {
    process.exitCode = await work();
  } catch (error) {
    process.stderr.write(`${reasonOf(error)}\n`);
    process.exitCode = failureCode;
  }
}

/** A connection to the database for as long as `work` takes. */
export async function withDatabase<T>(url: string, work: (database: DataSource) => Promise<T>): Promise<T> {
  const database = new DataSource({
    type: 'postgres',
    driver: pg,
    url,
    applicationName: 'clearwatch-operator',
    poolSize: 2,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
  });
  await database.initialize();
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

/** PostgreSQL: a table that does not exist (appendix A). */
const UNDEFINED_TABLE = '42P01';

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === UNDEFINED_TABLE) {
    return 'The database is of an older version. Start the application once; it brings the database up to date.';
  }
  // Several addresses of one name that all refuse.
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('\n');
  if ('code' in error && error.code === 'ECONNREFUSED') {
    return `The database does not answer (${error.message}). Try again in a moment.`;
  }
  return error.message;
}
