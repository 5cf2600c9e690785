import { sqlMigration } from '@clearwatch/service-kit/database/sql-migration';

/**
 * What companies say comes on some days of a month only: the newest of it is found by who looks through an index that goes on
 * with the day. Both names of a person are asked for together. Each takes the place of an index on the first column alone, is
 * hardly larger, and is made while reports are still read.
 */
export const IndexSearchByDay = sqlMigration('IndexSearchByDay1765400000005', {
  up: `
      CREATE INDEX search_entries_stream_day ON reports.search_entries (stream_id, day);
      CREATE INDEX search_entries_description_day ON reports.search_entries (description_id, day)
        WHERE description_id IS NOT NULL;
      CREATE INDEX search_entries_addenda_day ON reports.search_entries (addenda_id, day) WHERE addenda_id IS NOT NULL;
      CREATE INDEX search_entries_names ON reports.search_entries (last_name_id, first_name_id);
      DROP INDEX reports.search_entries_stream, reports.search_entries_description, reports.search_entries_addenda,
        reports.search_entries_last_name;
    `,
  down: `
      CREATE INDEX search_entries_stream ON reports.search_entries (stream_id);
      CREATE INDEX search_entries_description ON reports.search_entries (description_id) WHERE description_id IS NOT NULL;
      CREATE INDEX search_entries_addenda ON reports.search_entries (addenda_id) WHERE addenda_id IS NOT NULL;
      CREATE INDEX search_entries_last_name ON reports.search_entries (last_name_id);
      DROP INDEX reports.search_entries_stream_day, reports.search_entries_description_day,
        reports.search_entries_addenda_day, reports.search_entries_names;
    `,
});
