import type { LegalHold } from '@clearwatch/contracts/retention.dto';
import { bigintAsNumber, timestampAsText } from '@clearwatch/service-kit/database/entity-columns';
import { Column, Entity, Generated, PrimaryColumn, VirtualColumn } from 'typeorm';

/** A hold changes only when it is released, and is never deleted. */
@Entity({ schema: 'ledger', name: 'legal_holds' })
export class LegalHoldEntity {
  @PrimaryColumn('bigint', { transformer: bigintAsNumber })
  @Generated()
  id!: number;

  /** If null, everything is held. */
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

  @VirtualColumn('jsonb', {
    query: (hold) => `
      SELECT jsonb_build_object('id', m.id, 'firstName', m.first_name, 'lastName', m.last_name, 'company', m.company)
        FROM ledger.members m WHERE m.account_number = ${hold}.account_number`,
  })
  member!: LegalHold['member'];
}
