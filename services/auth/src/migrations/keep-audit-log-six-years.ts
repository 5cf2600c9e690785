import type { MigrationInterface, QueryRunner } from 'typeorm';

const ONE_YEAR = {
  check: "IF which + interval '13 months' > now() THEN",
  message: "RAISE EXCEPTION 'month % is not older than a year', which;",
};
const SIX_YEARS = {
  check: "IF which + interval '73 months' > now() THEN",
  message: "RAISE EXCEPTION 'month % is not older than six years', which;",
};

/**
 * The database removes no audit month younger than six years: the log is kept as long as the records it speaks of, and six years
 * is the shortest period that can be set for them (Nacha Operating Rules, subsection 1.4.1).
 */
export class KeepAuditLogSixYears1765900000002 implements MigrationInterface {
  up(runner: QueryRunner): Promise<void> {
    return replace(runner, ONE_YEAR, SIX_YEARS);
  }

  down(runner: QueryRunner): Promise<void> {
    return replace(runner, SIX_YEARS, ONE_YEAR);
  }
}

async function replace(runner: QueryRunner, from: typeof ONE_YEAR, to: typeof ONE_YEAR): Promise<void> {
  const [row] = (await runner.query(
    `SELECT pg_get_functiondef('auth.expire_audit_month(date)'::regprocedure) AS definition`,
  )) as { definition: string }[];
  const definition = row?.definition ?? '';
  if (!definition.includes(from.check) || !definition.includes(from.message)) {
    throw new Error('auth.expire_audit_month is not what earlier migrations made it');
  }
  await runner.query(definition.replace(from.check, to.check).replace(from.message, to.message));
}
