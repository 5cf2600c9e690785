import type { MigrationInterface, QueryRunner } from 'typeorm';

const SEALED = 'SELECT * INTO sealed FROM auth.audit_seals WHERE month = which;';
const UNLESS_HELD = `
        IF EXISTS (SELECT 1 FROM ledger.legal_holds WHERE released_at IS NULL) THEN
          RAISE EXCEPTION 'a legal hold stands: month % is kept', which;
        END IF;
        `;

/**
 * While any legal hold stands no month leaves. Events of one member cannot be told from the others, and a chain leaves by whole
 * months. The function is looked up when it is called: the ledger's tables are made after this.
 */
export class KeepAuditLogWhileHeld1765200000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await replace(runner, (body) => body.replace(SEALED, `${UNLESS_HELD.trim()}\n        ${SEALED}`));
  }

  async down(runner: QueryRunner): Promise<void> {
    await replace(runner, (body) => body.replace(UNLESS_HELD.trim(), ''));
  }
}

async function replace(runner: QueryRunner, change: (definition: string) => string): Promise<void> {
  const [row] = (await runner.query(
    `SELECT pg_get_functiondef('auth.expire_audit_month(date)'::regprocedure) AS definition`,
  )) as { definition: string }[];
  const definition = row?.definition ?? '';
  const changed = change(definition);
  if (changed === definition) throw new Error('auth.expire_audit_month is not what it was made as');
  await runner.query(changed);
}
