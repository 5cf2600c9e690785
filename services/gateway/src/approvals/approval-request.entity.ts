import type { ApprovalKind, ApprovalState, ChosenApproval } from '@clearwatch/contracts/approvals';
import { timestampAsText } from '@clearwatch/service-kit/database/entity-columns';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

@Entity({ schema: 'sessions', name: 'approval_requests' })
export class ApprovalRequestEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;

  @Column('text') kind!: ApprovalKind;
  @Column('text', { default: 'pending' }) state!: ApprovalState;
  @Column('text') method!: string;
  /** With a leading slash. */
  @Column('text') path!: string;
  @Column('text', { nullable: true }) subject!: string | null;
  @Column('jsonb', { nullable: true }) body!: object | null;
  @Column('integer') requestedById!: number;
  @Column('text') requestedBy!: string;
  @Column('timestamptz', { default: () => 'now()', transformer: timestampAsText }) requestedAt!: string;
  @Column('timestamptz', { transformer: timestampAsText }) expiresAt!: string;
  @Column('integer', { nullable: true }) decidedById!: number | null;
  @Column('text', { nullable: true }) decidedBy!: string | null;
  @Column('timestamptz', { nullable: true, transformer: timestampAsText }) decidedAt!: string | null;
  @Column('text', { nullable: true }) failure!: string | null;
}

/** One row, or none before the first change. */
@Entity({ schema: 'sessions', name: 'security_settings' })
export class SecuritySettingsEntity {
  @PrimaryColumn('boolean', { default: true }) id!: boolean;
  @Column('text', { array: true }) approvals!: ChosenApproval[];
  @Column('integer') version!: number;
  @Column('text') savedBy!: string;
  @Column('timestamptz', { default: () => 'now()', transformer: timestampAsText }) savedAt!: string;
}
