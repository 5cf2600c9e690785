import type { Row } from '@clearwatch/service-kit/database/row-readers';

/** A question to PostgreSQL within one transaction, whose snapshot all questions of a report share. */
export type Ask = (sql: string, values?: unknown[]) => Promise<Row[]>;
