import type { UsTimeZone } from '@clearwatch/contracts/institution';
import { timestampAsText } from '@clearwatch/service-kit/database/entity-columns';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** All versions are kept, so that an exported file can be compared with the profile at the time of export. */
@Entity({ schema: 'analytics', name: 'institution_profiles' })
export class InstitutionProfileEntity {
  @PrimaryColumn('integer') version!: number;
  @Column('text') name!: string;
  @Column('text', { nullable: true }) routingNumber!: string | null;
  @Column('text', { nullable: true }) charterNumber!: string | null;
  @Column('text', { array: true }) addressLines!: string[];
  @Column('text', { nullable: true }) contactName!: string | null;
  @Column('text', { nullable: true }) contactPhone!: string | null;
  @Column('text', { nullable: true }) contactEmail!: string | null;
  @Column('text', { nullable: true }) displayTimeZone!: UsTimeZone | null;
  @Column('integer') savedBy!: number;
  @Column('text') savedByName!: string;
  @Column('timestamptz', { default: () => 'now()', transformer: timestampAsText }) savedAt!: string;
}
