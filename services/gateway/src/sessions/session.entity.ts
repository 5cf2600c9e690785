import type { Role } from '@clearwatch/contracts/users';
import { timestampAsText } from '@clearwatch/service-kit/database/entity-columns';
import type { SessionData } from 'express-session';
import { Column, Entity, Generated, PrimaryColumn, ViewColumn, ViewEntity } from 'typeorm';
import { ApprovalRequestEntity, SecuritySettingsEntity } from '../approvals/approval-request.entity.ts';

/** connect-pg-simple writes `sid`, `sess` and `expire`. */
@Entity({ schema: 'sessions', name: 'sessions' })
export class SessionEntity {
  /** Secret of the session cookie. */
  @PrimaryColumn('text')
  sid!: string;

  @Column('json')
  sess!: SessionData;

  @Column('timestamptz', { transformer: timestampAsText })
  expire!: string;

  /** Public id, safe to show. */
  @Column('uuid')
  @Generated('uuid')
  publicId!: string;

  @Column('timestamptz', { default: () => 'now()', transformer: timestampAsText })
  lastActivity!: string;

  /** Null before sign-in. */
  @Column({
    type: 'integer',
    nullable: true,
    generatedType: 'STORED',
    asExpression: "(((sess -> 'signedIn'::text) ->> 'userId'::text))::integer",
  })
  userId!: number | null;
}

@ViewEntity({ schema: 'auth', name: 'principals', synchronize: false })
export class Principal {
  @ViewColumn({ name: 'id' }) userId!: number;
  @ViewColumn() username!: string;
  @ViewColumn() role!: Role;
  @ViewColumn() isActive!: boolean;
  @ViewColumn() twoFactorEnabled!: boolean;
  @ViewColumn() sessionVersion!: number;
}

export const GATEWAY_ENTITIES = [SessionEntity, Principal, ApprovalRequestEntity, SecuritySettingsEntity];
