import type { DetectionPolicy } from '@clearwatch/domain/detection/detector';
import { bigintAsNumber, timestampAsText } from '@clearwatch/service-kit/database/entity-columns';
import { Column, Entity, Generated, PrimaryColumn, VirtualColumn } from 'typeorm';

/** Another version of Clearwatch may have stored the body. */
@Entity({ schema: 'analytics', name: 'detection_policies' })
export class DetectionPolicyEntity {
  @PrimaryColumn('integer') version!: number;
  @Column('jsonb') body!: object;
  @Column('text') reason!: string;
  @Column('text') createdBy!: string;
  @Column('timestamptz', { default: () => 'now()', transformer: timestampAsText }) createdAt!: string;
}

/** Prevents one rule from raising alerts for one account. */
@Entity({ schema: 'analytics', name: 'suppressions' })
export class SuppressionEntity {
  @PrimaryColumn('bigint', { transformer: bigintAsNumber })
  @Generated()
  id!: number;

  @Column('text') accountNumber!: string;
  @Column('text') activityType!: string;
  /** The last day of the suppression. */
  @Column('date') until!: string;
  @Column('text') reason!: string;
  @Column('integer') createdBy!: number;
  @Column('text') createdByName!: string;
  @Column('timestamptz', { default: () => 'now()', transformer: timestampAsText }) createdAt!: string;
  @Column('text', { nullable: true }) liftedByName!: string | null;
  @Column('timestamptz', { nullable: true, transformer: timestampAsText }) liftedAt!: string | null;

  @VirtualColumn('jsonb', {
    query: (suppression) => `
      SELECT jsonb_build_object('firstName', m.first_name, 'lastName', m.last_name, 'company', m.company)
        FROM ledger.members m WHERE m.account_number = ${suppression}.account_number`,
  })
  member!: { firstName: string; lastName: string; company: string } | null;
}

/** An analysis after an import or undo, of all members, or for the backtest of a policy (`tryout`). */
@Entity({ schema: 'analytics', name: 'detection_runs' })
export class DetectionRunEntity {
  @PrimaryColumn('bigint', { transformer: bigintAsNumber })
  @Generated()
  id!: number;

  @Column('text') kind!: 'import' | 'undo' | 'full' | 'tryout'; // cspell:ignore tryout
  @Column('bigint', { nullable: true, transformer: bigintAsNumber }) importId!: number | null;
  @Column('integer') policyVersion!: number;
  @Column('text', { default: 'queued' }) state!: 'queued' | 'running' | 'finished';
  @Column('integer', { default: 0 }) alertsGenerated!: number;
  @Column('integer', { default: 0 }) suppressed!: number;
  @Column('integer', { nullable: true }) requestedBy!: number | null;
  @Column('text', { nullable: true }) requestedByName!: string | null;
  @Column('jsonb', { nullable: true, select: false }) tryOutBody!: DetectionPolicy | null;
  @Column('timestamptz', { default: () => 'now()', transformer: timestampAsText }) createdAt!: string;
  @Column('timestamptz', { nullable: true, transformer: timestampAsText }) finishedAt!: string | null;
}
