import type {
  Notification,
  NotificationKind,
  NotificationOutcome,
  NotificationSettings,
} from '@clearwatch/contracts/notifications.dto';

/** Something that happened and may concern somebody. Found as often as anybody looks, told once. */
export interface Fact {
  /** Together with the subject what makes two of them the same. */
  source: NotificationKind;
  subject: string;
  /** Whom alone it concerns; null: everybody. */
  onlyFor: number | null;
  /** Who did it himself and need not be told; null: nobody. */
  exceptFor: number | null;
  tells: Pick<Notification, 'subjectId' | 'count' | 'label' | 'actor' | 'day'> & {
    outcome: NotificationOutcome | null;
  };
}

export interface Colleague {
  userId: number;
  settings: NotificationSettings;
}

const SWITCHES = {
  high_alerts: 'highAlerts',
  medium_alerts: 'mediumAlerts',
  import: 'colleaguesImports',
  report: 'ownReports',
  sar_due: 'sarDue',
  own_alert: 'ownAlerts',
} as const satisfies Record<NotificationKind, keyof NotificationSettings>;

/** Who is told of a fact: whom it concerns, who wants to hear of its kind, and never who did it himself. */
export function recipientsOf(fact: Fact, staff: readonly Colleague[]): number[] {
  return staff
    .filter(({ userId }) => fact.onlyFor === null || fact.onlyFor === userId)
    .filter(({ userId }) => fact.exceptFor !== userId)
    .filter(({ settings }) => settings[SWITCHES[fact.source]])
    .map(({ userId }) => userId);
}
