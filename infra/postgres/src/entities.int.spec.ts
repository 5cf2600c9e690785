import { AnalyticsEnvironment } from '@clearwatch/analytics/analytics-environment';
import { defineAnalytics } from '@clearwatch/analytics/analytics-service-definition';
import { AuthEnvironment } from '@clearwatch/auth/auth-environment';
import { authServiceDefinition } from '@clearwatch/auth/auth-service-definition';
import { GATEWAY_ENTITIES } from '@clearwatch/gateway/sessions/session.entity';
import { IngestEnvironment } from '@clearwatch/ingest/ingest-environment';
import { defineIngest } from '@clearwatch/ingest/ingest-service-definition';
import { ReportsEnvironment } from '@clearwatch/reports/reports-environment';
import { defineReports } from '@clearwatch/reports/reports-service-definition';
import { SnakeCaseNamingStrategy } from '@clearwatch/service-kit/database/entity-columns';
import pg, { Client } from 'pg';
import { Column, DataSource, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { SCHEMA_OWNERS, type SchemaOwner } from './schema-owners.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

type Entities = (new () => object)[];

const ENTITIES: Record<SchemaOwner['service'], Entities> = {
  gateway: GATEWAY_ENTITIES,
  auth: authServiceDefinition(new AuthEnvironment()).entities,
  ingest: defineIngest(new IngestEnvironment()).entities,
  analytics: defineAnalytics(new AnalyticsEnvironment()).entities,
  reports: defineReports(new ReportsEnvironment()).entities,
};

/** Entities describe columns only; keys, indexes and constraints are in the migrations. */
const IS_NOT_ABOUT_COLUMNS = /^(ALTER TABLE \S+ DROP CONSTRAINT|DROP INDEX) /;

/**
 * TypeORM reads generated-column expressions from this table, which it fills only when it creates the tables itself.
 */
const GENERATED_COLUMNS = `
  CREATE VIEW public.typeorm_metadata AS
  SELECT table_catalog::text AS database, table_schema::text AS schema, table_name::text AS table,
         'GENERATED_COLUMN' AS type, column_name::text AS name, generation_expression::text AS value
    FROM information_schema.columns WHERE is_generated = 'ALWAYS'`;

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(GENERATED_COLUMNS);
  await owner.end();
});

afterAll(() => database.drop());

async function withEntities<T>(url: string, entities: Entities, work: (source: DataSource) => Promise<T>): Promise<T> {
  const source = new DataSource({
    type: 'postgres',
    driver: pg,
    url,
    entities,
    namingStrategy: new SnakeCaseNamingStrategy(),
    installExtensions: false,
  });
  await source.initialize();
  try {
    return await work(source);
  } finally {
    await source.destroy();
  }
}

/** Statements that TypeORM would run to change the tables to match the entities. */
async function differences(entities: Entities): Promise<string[]> {
  return withEntities(database.ownerUrl, entities, async (source) => {
    const { upQueries } = await source.driver.createSchemaBuilder().log();
    return upQueries.map(({ query }) => query).filter((query) => !IS_NOT_ABOUT_COLUMNS.test(query));
  });
}

describe.each(SCHEMA_OWNERS)('entities of $service', ({ service }) => {
  it("the service's entities match the migrations' columns in type, nullability, and default", async () => {
    expect(await differences(ENTITIES[service])).toEqual([]);
  });

  it("the service's role can read every column of its entities", async () => {
    await withEntities(database.urlFor(service), ENTITIES[service], async (source) => {
      for (const { target } of source.entityMetadatas)
        await expect(source.getRepository(target).find({ take: 1 })).resolves.toEqual(expect.any(Array));
    });
  });
});

describe('comparison of entities with tables', () => {
  it('comparing entities with tables finds a wrong type, a missing column, and wrong nullability', async () => {
    @Entity({ schema: 'auth', name: 'recovery_codes' })
    class WrongRecoveryCode {
      @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' }) id!: number;
      @Column('bigint') userId!: number;
      @Column('timestamptz') usedAt!: Date;
    }
    const found = (await differences([WrongRecoveryCode])).join('\n');
    for (const column of ['user_id', 'code_hash', 'used_at']) expect(found).toContain(`"${column}"`);
  });
});
