import type { Notification, NotificationSettings } from '@clearwatch/contracts/notifications.dto';
import { bigintAsNumber, timestampAsText } from '@clearwatch/service-kit/database/entity-columns';
import { Column, Entity, Generated, PrimaryColumn } from 'typeorm';

@Entity({ schema: 'analytics', name: 'notifications' })
export class NotificationEntity {
  @PrimaryColumn('bigint', { transformer: bigintAsNumber })
  @Generated()
  id!: number;

  /** Never selected, because users read only their own notifications. */
  @Column('integer', { select: false }) userId!: number;
  @Column('text') kind!: Notification['kind'];
  @Column('text', { nullable: true }) outcome!: Notification['outcome'];
  @Column('bigint', { nullable: true, transformer: bigintAsNumber }) subjectId!: number | null;
  @Column('integer', { default: 1 }) count!: number;
  @Column('text', { nullable: true }) label!: string | null;
  @Column('text', { nullable: true }) actor!: string | null;
  @Column('date', { nullable: true }) day!: string | null;
  @Column('timestamptz', { default: () => 'now()', transformer: timestampAsText }) createdAt!: string;
  @Column('timestamptz', { nullable: true, transformer: timestampAsText }) readAt!: string | null;
}

@Entity({ schema: 'analytics', name: 'notification_settings' })
export class NotificationSettingsEntity {
  @PrimaryColumn('integer') userId!: number;
  /** Another version of Clearwatch may have stored these settings. */
  @Column('jsonb') settings!: Partial<NotificationSettings>;
  @Column('timestamptz', { default: () => 'now()', transformer: timestampAsText }) savedAt!: string;
}
