import type { Role } from '@clearwatch/contracts/users';
import { timestampAsText } from '@clearwatch/service-kit/database/entity-columns';
import type { SessionData } from 'express-session';
import { Column, Entity, Generated, PrimaryColumn, ViewColumn, ViewEntity } from 'typeorm';

/** A session as connect-pg-simple stores it, with what listing and idling out need to know beside `sess`. */
@Entity({ schema: 'sessions', name: 'sessions' })
export class SessionEntity {
  /** The secret of the cookie. */
  @PrimaryColumn('text')
  sid!: string;

  @Column('json')
  sess!: SessionData;

  @Column('timestamptz', { transformer: timestampAsText })
  expire!: string;

  /** What people call it by. */
  @Column('uuid')
  @Generated('uuid')
  publicId!: string;

  @Column('timestamptz', { default: () => 'now()', transformer: timestampAsText })
  lastActivity!: string;

  /** Null until somebody is signed in. */
  @Column({
    type: 'integer',
    nullable: true,
    generatedType: 'STORED',
    asExpression: "(((sess -> 'signedIn'::text) ->> 'userId'::text))::integer",
  })
  userId!: number | null;
}

/** The user behind a session as the database has them at this request. */
@ViewEntity({ schema: 'auth', name: 'principals', synchronize: false })
export class Principal {
  @ViewColumn({ name: 'id' }) userId!: number;
  @ViewColumn() username!: string;
  @ViewColumn() role!: Role;
  @ViewColumn() isActive!: boolean;
  @ViewColumn() twoFactorEnabled!: boolean;
  @ViewColumn() sessionVersion!: number;
}

export const GATEWAY_ENTITIES = [SessionEntity, Principal];
