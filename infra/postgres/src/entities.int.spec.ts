import { AnalyticsEnvironment } from '@clearwatch/analytics/analytics-environment';
import { defineAnalytics } from '@clearwatch/analytics/analytics-service-definition';
import { AuthEnvironment } from '@clearwatch/auth/auth-environment';
import { authServiceDefinition } from '@clearwatch/auth/auth-service-definition';
import { IngestEnvironment } from '@clearwatch/ingest/ingest-environment';
import { defineIngest } from '@clearwatch/ingest/ingest-service-definition';
import { ReportsEnvironment } from '@clearwatch/reports/reports-environment';
import { defineReports } from '@clearwatch/reports/reports-service-definition';
import { SnakeCaseNamingStrategy } from '@clearwatch/service-kit/database/entity-columns';
import pg from 'pg';
import { Column, DataSource, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { SchemaOwner } from './schema-owners.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

const ENTITIES: Record<SchemaOwner['service'], (new () => object)[]> = {
  gateway: [],
  auth: authServiceDefinition(new AuthEnvironment()).entities,
  ingest: defineIngest(new IngestEnvironment()).entities,
  analytics: defineAnalytics(new AnalyticsEnvironment()).entities,
  reports: defineReports(new ReportsEnvironment()).entities,
};

/** Entities describe columns; keys, indexes and conditions are in the migrations alone. */
const IS_NOT_ABOUT_COLUMNS = /^(ALTER TABLE \S+ DROP CONSTRAINT|DROP INDEX) /;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

async function connect(service: SchemaOwner['service'], entities: (new () => object)[]): Promise<DataSource> {
  const source = new DataSource({
    type: 'postgres',
    driver: pg,
    url: database.urlFor(service),
    entities,
    namingStrategy: new SnakeCaseNamingStrategy(),
  });
  return source.initialize();
}

/** What TypeORM would change to make the tables fit the entities. */
async function differences(source: DataSource): Promise<string[]> {
  const { upQueries } = await source.driver.createSchemaBuilder().log();
  return upQueries.map(({ query }) => query).filter((query) => !IS_NOT_ABOUT_COLUMNS.test(query));
}

describe.each(Object.keys(ENTITIES) as SchemaOwner['service'][])('the entities of %s', (service) => {
  let source: DataSource;

  beforeAll(async () => {
    source = await connect(service, ENTITIES[service]);
  });

  afterAll(() => source.destroy());

  it('have the columns that the migrations create, with their types, nullability and defaults', async () => {
    expect(await differences(source)).toEqual([]);
  });

  it('can be read by the role of the service, every column', async () => {
    for (const { target } of source.entityMetadatas)
      await expect(source.getRepository(target).find({ take: 1 })).resolves.toEqual(expect.any(Array));
  });
});

describe('the comparison of entities with tables', () => {
  it('finds a wrong type, a missing column and a column that may not be null', async () => {
    @Entity({ schema: 'auth', name: 'recovery_codes' })
    class WrongRecoveryCode {
      @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id!: number;
      @Column('bigint') userId!: number;
      @Column('timestamptz') usedAt!: Date;
    }
    const source = await connect('auth', [WrongRecoveryCode]);
    try {
      const found = (await differences(source)).join('\n');
      for (const column of ['user_id', 'code_hash', 'used_at']) expect(found).toContain(`"${column}"`);
    } finally {
      await source.destroy();
    }
  });
});
