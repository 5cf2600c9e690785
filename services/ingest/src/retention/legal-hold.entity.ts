import { bigintAsNumber, timestampAsText } from '@clearwatch/service-kit/database/entity-columns';
import { Column, Entity, Generated, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

/** What is read of a member beside a hold; imports write the table as a whole. */
@Entity({ schema: 'ledger', name: 'members' })
export class MemberEntity {
  @PrimaryColumn('bigint', { transformer: bigintAsNumber })
  @Generated()
  id!: number;

  @Column('text', { unique: true }) accountNumber!: string;
  @Column('text') firstName!: string;
  @Column('text') lastName!: string;
  @Column('text') company!: string;
}

/** Admins place and release a hold; it is never changed otherwise and never deleted. */
@Entity({ schema: 'ledger', name: 'legal_holds' })
export class LegalHoldEntity {
  @PrimaryColumn('bigint', { transformer: bigintAsNumber })
  @Generated()
  id!: number;

  /** Null: everything is held. */
  @Column('text', { nullable: true }) accountNumber!: string | null;
  @Column('text') reason!: string;
  @Column('text', { nullable: true }) reference!: string | null;
  @Column('integer') placedBy!: number;
  @Column('text') placedByName!: string;
  @Column('timestamptz', { default: () => 'clock_timestamp()', transformer: timestampAsText })
  placedAt!: string;
  @Column('integer', { nullable: true }) releasedBy!: number | null;
  @Column('text', { nullable: true }) releasedByName!: string | null;
  @Column('timestamptz', { nullable: true, transformer: timestampAsText }) releasedAt!: string | null;
  @Column('text', { nullable: true }) releaseReason!: string | null;

  @ManyToOne(() => MemberEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'account_number', referencedColumnName: 'accountNumber' })
  member!: MemberEntity | null;
}
