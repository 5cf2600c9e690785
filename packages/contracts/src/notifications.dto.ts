import { IsBoolean, IsIn, IsInt, IsISO8601, IsOptional, IsString, Max, Min } from 'class-validator';
import { IsListOf } from './field-decorators.dto.ts';
import { ACCOUNT_CHANGES } from './sign-in.dto.ts';

/** Body and response of `PUT /api/settings/notifications`. */
export class NotificationSettings {
  @IsBoolean() highAlerts!: boolean;
  @IsBoolean() mediumAlerts!: boolean;
  /** Files uploaded by other users that were imported or failed. */
  @IsBoolean() colleaguesImports!: boolean;
  /** The user's own AI reports, whether completed or failed. */
  @IsBoolean() ownReports!: boolean;
  /** The SAR for an alert that the user reviewed or is assigned to is due within `sarDaysLeft` days. */
  @IsBoolean() sarDue!: boolean;
  @IsInt() @Min(1) @Max(29) sarDaysLeft!: number;
  /** Actions by other users on alerts that the user reviewed or is assigned to. */
  @IsBoolean() ownAlerts!: boolean;
  /** This setting and the next two have no effect yet; Clearwatch does not send email. */
  @IsBoolean() emailAlerts!: boolean;
  @IsBoolean() weeklyReports!: boolean;
  @IsBoolean() systemUpdates!: boolean;
}

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

/** The last two cannot be turned off: what others did to the user's account, and actions that wait for an admin's approval. */
export const NOTIFICATION_KINDS = [
  'high_alerts',
  'medium_alerts',
  'import',
  'report',
  'sar_due',
  'own_alert',
  'account',
  'approval',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Outcome of an import or report, state of a deadline, action on an alert, or change to the account. */
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
  ...ACCOUNT_CHANGES,
] as const;
export type NotificationOutcome = (typeof NOTIFICATION_OUTCOMES)[number];

/** The screen composes the text and the link. */
export class Notification {
  @IsInt() id!: number;
  @IsIn(NOTIFICATION_KINDS) kind!: NotificationKind;
  @IsOptional() @IsIn(NOTIFICATION_OUTCOMES) outcome!: NotificationOutcome | null;
  /** Id of the alert, import, report or approval request; null for several alerts. */
  @IsOptional() @IsInt() subjectId!: number | null;
  /** Number of alerts. */
  @IsInt() count!: number;
  /** File name, report title or kind of the action that waits for approval. */
  @IsOptional() @IsString() label!: string | null;
  @IsOptional() @IsString() actor!: string | null;
  /** ISO date of the deadline. */
  @IsOptional() @IsString() day!: string | null;
  @IsISO8601() createdAt!: string;
  @IsOptional() @IsISO8601() readAt!: string | null;
}

export class NotificationList {
  /** All unread notifications, not only those in `newest`. */
  @IsInt() unread!: number;
  /** At most 50, newest first. */
  @IsListOf(() => Notification) newest!: Notification[];
}

/** With `andOlder`, all older notifications are also marked as read. */
export class MarkReadRequest {
  @IsInt() @Min(1) id!: number;
  @IsBoolean() andOlder!: boolean;
}
