import type { ViewScreen } from '@clearwatch/contracts/saved-views.dto';
import type { FilterVisibility } from '@clearwatch/contracts/transaction-reports.dto';
import { timestampAsText } from '@clearwatch/service-kit/database/entity-columns';
import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** Transaction report views are filter sets; other views are URL queries. */
export type SavedViewScreen = 'report' | ViewScreen;

@Entity({ schema: 'reports', name: 'saved_views' })
export class SavedViewEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;
  @Column('integer') ownerId!: number;
  @Column('text') ownerName!: string;
  @Column('text', { default: 'report' }) screen!: SavedViewScreen;
  @Column('text') name!: string;
  @Column('text') visibility!: FilterVisibility;
  @Column('jsonb') content!: object;

  @UpdateDateColumn({ type: 'timestamptz', transformer: timestampAsText })
  updatedAt!: string;
}

/** The view that a screen shows first for a user. */
@Entity({ schema: 'reports', name: 'default_views' })
export class DefaultViewEntity {
  @PrimaryColumn('integer') userId!: number;
  @PrimaryColumn('text') screen!: SavedViewScreen;
  @Column('integer') viewId!: number;
}
