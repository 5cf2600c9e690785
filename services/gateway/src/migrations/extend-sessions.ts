import { createAuditOutbox, dropAuditOutbox } from '@clearwatch/service-kit/audit/audit-outbox';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What listing and idling out need to know of a session, beside what the session library keeps in `sess`; and the
 * gateway's audit outbox. `public_id` names a session to people: `sid` is the secret in the cookie.
 */
export class ExtendSessions1763700000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sessions.sessions
        ADD public_id uuid NOT NULL DEFAULT gen_random_uuid(),
        ADD last_activity timestamptz NOT NULL DEFAULT now(),
        ADD user_id integer GENERATED ALWAYS AS ((sess -> 'signedIn' ->> 'userId')::integer) STORED;
      CREATE UNIQUE INDEX sessions_public_id ON sessions.sessions (public_id);
      CREATE INDEX sessions_user ON sessions.sessions (user_id);
      ${createAuditOutbox('sessions')}
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${dropAuditOutbox('sessions')}
      ALTER TABLE sessions.sessions DROP public_id, DROP last_activity, DROP user_id;
    `);
  }
}
