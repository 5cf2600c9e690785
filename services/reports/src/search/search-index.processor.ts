import { type ImportPayload, INDEX_IMPORT } from '@clearwatch/contracts/jobs.dto';
import { ENVIRONMENT } from '@clearwatch/service-kit/boot/kit.module';
import type { ServiceEnvironment } from '@clearwatch/service-kit/config/service-environment';
import { queryIntegers } from '@clearwatch/service-kit/database/query-rows';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { HandlesJob, type JobHandler, type JobRun } from '@clearwatch/service-kit/jobs/job-handler';
import type { LostWorkFinder } from '@clearwatch/service-kit/jobs/reconciler';
import { Inject, Injectable, Module } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { clientReader, inDedicatedSnapshot, readSearchIndexState } from './search-query.ts';

/**
 * Text values that are stored once: the entry column, the table of values, and the expression on the ledger.
 */
const DICTIONARIES = [
  { column: 'first_name', table: 'search_first_names', text: 'reports.folded(t.first_name)' },
  { column: 'last_name', table: 'search_last_names', text: 'reports.folded(t.last_name)' },
  { column: 'description', table: 'search_descriptions', text: 'reports.folded(t.entry_description)' },
  { column: 'addenda', table: 'search_addenda', text: 'reports.folded(t.addenda)' },
  { column: 'batch', table: 'search_batches', text: 't.batch' },
] as const;

/** Analyzed because the planner would otherwise expect one row, not a million, in a growing table. */
const addDictionaryRowsSql = (table: string, columns: string, insert: string) => [
  `CREATE TEMPORARY TABLE ${table} ON COMMIT DROP AS SELECT id, ${columns} FROM reports.${table} LIMIT 0`,
  `WITH kept AS (${insert} RETURNING id, ${columns}) INSERT INTO pg_temp.${table} SELECT * FROM kept`,
  `ANALYZE pg_temp.${table}`,
];

const STREAM = 'company, transaction_type, class, transaction_code';

const ADD_STREAMS = addDictionaryRowsSql(
  'search_streams',
  STREAM,
  `INSERT INTO reports.search_streams AS kept (${STREAM}, rows, least, most, first_day, last_day)
   SELECT ${STREAM}, count(*), min(amount), max(amount), min(day), max(day) FROM added GROUP BY ${STREAM} ORDER BY ${STREAM}
   ON CONFLICT (${STREAM}) DO UPDATE SET rows = kept.rows + excluded.rows,
     least = least(kept.least, excluded.least), most = greatest(kept.most, excluded.most),
     first_day = least(kept.first_day, excluded.first_day), last_day = greatest(kept.last_day, excluded.last_day)`,
);

const ADD_TEXTS = DICTIONARIES.flatMap(({ column, table }) =>
  addDictionaryRowsSql(
    table,
    'text',
    `INSERT INTO reports.${table} AS kept (digest, text, rows)
     SELECT md5(${column})::uuid, ${column}, count(*) FROM added WHERE ${column} IS NOT NULL GROUP BY 1, 2 ORDER BY 1
     ON CONFLICT (digest) DO UPDATE SET rows = kept.rows + excluded.rows`,
  ),
);

function addImportSql(importId: number): string[] {
  const which = BigInt(importId);
  return [
    // Utility statements accept no parameters. An ID has only digits.
    `CREATE TEMPORARY TABLE added ON COMMIT DROP AS
     SELECT t.id, coalesce(t.event_date, '-infinity') AS day, t.amount, reports.search_key(t.check_tracer_number) AS trace_key,
            reports.folded(t.company) AS company, t.transaction_type::text AS transaction_type, coalesce(t.class, '') AS class,
            t.transaction_code, ${DICTIONARIES.map(({ column, text }) => `${text} AS ${column}`).join(', ')}
       FROM ledger.transactions t WHERE t.import_id = ${which};
     ANALYZE added`,
    `INSERT INTO reports.search_days AS kept (day, rows) SELECT day, count(*) FROM added GROUP BY 1 ORDER BY 1
     ON CONFLICT (day) DO UPDATE SET rows = kept.rows + excluded.rows`,
    ...ADD_STREAMS,
    `INSERT INTO reports.search_stream_days AS kept (stream_id, day, rows)
     SELECT s.id, a.day, count(*) FROM added a JOIN pg_temp.search_streams s USING (${STREAM}) GROUP BY 1, 2 ORDER BY 1, 2
     ON CONFLICT (stream_id, day) DO UPDATE SET rows = kept.rows + excluded.rows`,
    ...ADD_TEXTS,
    'SELECT reports.complete_search_texts()',
    // Sorted like the day index, so that a scan by day reads neighboring pages.
    `INSERT INTO reports.search_entries (id, import_id, trace_key, day, stream_id, amount,
       ${DICTIONARIES.map(({ column }) => `${column}_id`).join(', ')})
     SELECT a.id, ${which}, a.trace_key, a.day, s.id, a.amount,
            ${DICTIONARIES.map(({ table }) => `${table}.id`).join(', ')}
       FROM added a
       JOIN pg_temp.search_streams s USING (${STREAM})
       ${DICTIONARIES.map(({ column, table }) => `LEFT JOIN pg_temp.${table} ON ${table}.text = a.${column}`).join('\n    ')}
      ORDER BY a.day, a.id`,
    // Totals that differ later indicate that the import has changed.
    `INSERT INTO reports.search_imports (import_id, entries, credits, debits)
     SELECT id, transaction_count, credit_total, debit_total FROM ledger.imports WHERE id = ${which}`,
  ];
}

const subtractRowsSql = (table: string, key: string, column: string) => [
  `UPDATE reports.${table} kept SET rows = kept.rows - gone.rows
     FROM (SELECT ${column} AS key, count(*) AS rows FROM removed WHERE ${column} IS NOT NULL GROUP BY 1) gone
    WHERE kept.${key} = gone.key`,
  // Values without entries, including names, are deleted.
  `DELETE FROM reports.${table} kept USING (SELECT DISTINCT ${column} AS key FROM removed) gone
    WHERE kept.${key} = gone.key AND kept.rows = 0`,
];

function removeImportSql(importId: number): string[] {
  const which = BigInt(importId);
  return [
    `CREATE TEMPORARY TABLE removed ON COMMIT DROP AS
     SELECT * FROM reports.search_entries e WHERE e.import_id = ${which};
     ANALYZE removed`,
    ...subtractRowsSql('search_days', 'day', 'day'),
    `UPDATE reports.search_stream_days kept SET rows = kept.rows - gone.rows
       FROM (SELECT stream_id, day, count(*) AS rows FROM removed GROUP BY 1, 2) gone
      WHERE (kept.stream_id, kept.day) = (gone.stream_id, gone.day)`,
    `DELETE FROM reports.search_stream_days kept USING (SELECT DISTINCT stream_id, day FROM removed) gone
      WHERE (kept.stream_id, kept.day) = (gone.stream_id, gone.day) AND kept.rows = 0`,
    ...subtractRowsSql('search_streams', 'id', 'stream_id'),
    ...DICTIONARIES.flatMap(({ table, column }) => subtractRowsSql(table, 'id', `${column}_id`)),
    `DELETE FROM reports.search_entries WHERE import_id = ${which}`,
    `DELETE FROM reports.search_imports WHERE import_id = ${which}`,
  ];
}

/** Imports are indexed one at a time. Taking the lock needs no snapshot, so the next import sees the rows of the previous one. */
const LOCK_SEARCH_INDEX_SQL = 'LOCK TABLE reports.search_imports IN SHARE ROW EXCLUSIVE MODE';
/** Enough memory to group and join a million rows, which takes half a minute. */
const BULK_MEMORY_SQL = `SET LOCAL work_mem = '128MB'`;

export const indexingConnectionName = (importId: number) => `clearwatch-search-${importId}`;

/** Safe to run twice: `search_imports` marks current imports in the same transaction. */
@Injectable()
@HandlesJob(INDEX_IMPORT)
export class MakeSearchableHandler implements JobHandler<ImportPayload> {
  constructor(@Inject(ENVIRONMENT) private readonly environment: ServiceEnvironment) {}

  /** @throws AppError `unavailable` without changes when the worker is stopped */
  async handle({ importId }: ImportPayload, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const connection = { url: this.environment.DATABASE_URL, name: indexingConnectionName(importId), signal };
    try {
      await inDedicatedSnapshot(connection, async (client) => {
        await client.query(LOCK_SEARCH_INDEX_SQL);
        await client.query(BULK_MEMORY_SQL);
        const { unsearchable, stale } = await readSearchIndexState(clientReader(client));
        if (stale.includes(importId)) for (const statement of removeImportSql(importId)) await client.query(statement);
        if (unsearchable.includes(importId))
          for (const statement of addImportSql(importId)) await client.query(statement);
      });
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new AppError('unavailable', 'The worker was stopped. Another worker will index the import.');
    }
  }
}

const MAX_IMPORTS_FOUND = 200;

/**
 * Imports that were added, removed or changed. They are indexed after their rollups; until then, searches
 * read the ledger.
 */
@Injectable()
export class UnindexedImportsFinder implements LostWorkFinder<ImportPayload> {
  readonly definition = INDEX_IMPORT;

  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async findOpenWork(): Promise<ImportPayload[]> {
    const { unsearchable, stale } = await readSearchIndexState(this.database);
    const projected = await queryIntegers(
      this.database,
      'SELECT import_id FROM analytics.projected_imports WHERE import_id = ANY ($1::bigint[])',
      [unsearchable],
    );
    const open = new Set([...stale, ...unsearchable.filter((importId) => projected.includes(importId))]);
    return [...open].slice(0, MAX_IMPORTS_FOUND).map((importId) => ({ importId }));
  }
}

@Module({ providers: [MakeSearchableHandler, UnindexedImportsFinder] })
export class SearchIndexModule {}
