import { IsBoolean, IsIn, IsInt, IsISO8601, IsOptional, IsString, Max, Min } from 'class-validator';
import { IsListOf } from './field-decorators.dto.ts';

/** What a person wants to be told. Body and answer of `PUT /api/settings/notifications`. */
export class NotificationSettings {
  @IsBoolean() highAlerts!: boolean;
  @IsBoolean() mediumAlerts!: boolean;
  /** Files that others have brought in: imported, or failed. */
  @IsBoolean() colleaguesImports!: boolean;
  /** AI reports one has asked for: written, or failed. */
  @IsBoolean() ownReports!: boolean;
  /** Alerts one has decided or works on, whose report is due in so many days or fewer. */
  @IsBoolean() sarDue!: boolean;
  @IsInt() @Min(1) @Max(29) sarDaysLeft!: number;
  /** What others do with alerts one has taken on or decided. */
  @IsBoolean() ownAlerts!: boolean;
  /** What is told is sent by e-mail too. This and the next two are stored; nothing is sent by e-mail yet. */
  @IsBoolean() emailAlerts!: boolean;
  @IsBoolean() weeklyReports!: boolean;
  @IsBoolean() systemUpdates!: boolean;
}

/** Until somebody has chosen. */
export const DEFAULT_NOTIFICATIONS: Readonly<NotificationSettings> = {
  highAlerts: true,
  mediumAlerts: false,
  colleaguesImports: false,
  ownReports: true,
  sarDue: true,
  sarDaysLeft: 7,
  ownAlerts: true,
  emailAlerts: false,
  weeklyReports: false,
  systemUpdates: false,
};

export const NOTIFICATION_KINDS = [
  'high_alerts',
  'medium_alerts',
  'import',
  'report',
  'sar_due',
  'own_alert',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** How what is told went: of an import, a report, a clock, or who did what with an alert. */
export const NOTIFICATION_OUTCOMES = [
  'stored',
  'failed',
  'completed',
  'ahead',
  'due',
  'assigned',
  'released',
  'reviewed',
  'reopened',
] as const;
export type NotificationOutcome = (typeof NOTIFICATION_OUTCOMES)[number];

/** One thing a person is told; the screen puts it in words and knows where it leads. */
export class Notification {
  @IsInt() id!: number;
  @IsIn(NOTIFICATION_KINDS) kind!: NotificationKind;
  @IsOptional() @IsIn(NOTIFICATION_OUTCOMES) outcome!: NotificationOutcome | null;
  /** Alert, import or report; null when there are several. */
  @IsOptional() @IsInt() subjectId!: number | null;
  /** How many: of alerts. */
  @IsInt() count!: number;
  /** The name of a file, the title of a report. */
  @IsOptional() @IsString() label!: string | null;
  /** Who did it. */
  @IsOptional() @IsString() actor!: string | null;
  /** ISO date: when something is due. */
  @IsOptional() @IsString() day!: string | null;
  @IsISO8601() createdAt!: string;
  @IsOptional() @IsISO8601() readAt!: string | null;
}

/** Answer of `GET /api/notifications`. */
export class NotificationList {
  /** Of all that are kept, not only of those below. */
  @IsInt() unread!: number;
  /** The newest fifty, newest first. */
  @IsListOf(() => Notification) newest!: Notification[];
}

/** Body of `POST /api/notifications/read`: this one, and with `andOlder` all before it. */
export class MarkReadRequest {
  @IsInt() @Min(1) id!: number;
  @IsBoolean() andOlder!: boolean;
}
