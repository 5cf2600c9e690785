import { DICTIONARIES } from './arriving.sql.ts';

/** Utility statements take no parameters; an id is digits. */
const copyLeaving = (importId: number) => `
  CREATE TEMPORARY TABLE leaving ON COMMIT DROP AS
  SELECT * FROM reports.search_entries e WHERE e.import_id = ${BigInt(importId)};
  ANALYZE leaving`;

const fewer = (table: string, key: string, column: string) => [
  `UPDATE reports.${table} kept SET rows = kept.rows - gone.rows
     FROM (SELECT ${column} AS key, count(*) AS rows FROM leaving WHERE ${column} IS NOT NULL GROUP BY 1) gone
    WHERE kept.${key} = gone.key`,
  // What nobody says any more is forgotten: names as well.
  `DELETE FROM reports.${table} kept USING (SELECT DISTINCT ${column} AS key FROM leaving) gone
    WHERE kept.${key} = gone.key AND kept.rows = 0`,
];

const FEWER_STREAM_DAYS = [
  `UPDATE reports.search_stream_days kept SET rows = kept.rows - gone.rows
     FROM (SELECT stream_id, day, count(*) AS rows FROM leaving GROUP BY 1, 2) gone
    WHERE (kept.stream_id, kept.day) = (gone.stream_id, gone.day)`,
  `DELETE FROM reports.search_stream_days kept USING (SELECT DISTINCT stream_id, day FROM leaving) gone
    WHERE (kept.stream_id, kept.day) = (gone.stream_id, gone.day) AND kept.rows = 0`,
];

/** Takes the entries of an import out of the search tables. */
export function takeOut(importId: number): string[] {
  const which = BigInt(importId);
  return [
    copyLeaving(importId),
    ...fewer('search_days', 'day', 'day'),
    ...FEWER_STREAM_DAYS,
    ...fewer('search_streams', 'id', 'stream_id'),
    ...DICTIONARIES.flatMap(({ table, column }) => fewer(table, 'id', `${column}_id`)),
    `DELETE FROM reports.search_entries WHERE import_id = ${which}`,
    `DELETE FROM reports.search_imports WHERE import_id = ${which}`,
  ];
}
