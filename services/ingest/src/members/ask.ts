import type { Row } from '@clearwatch/service-kit/database/row-readers';

/** Runs a statement inside the caller's transaction; only what a SELECT answers is read. */
export type Ask = (sql: string, values?: unknown[]) => Promise<Row[]>;
