import type { Notification } from '@clearwatch/contracts/notifications.dto';
import { formatCounted } from '../formats/count.ts';
import { formatDay } from '../formats/dates.ts';

export interface NotificationWords {
  title: string;
  text: string;
  /** Where it leads. */
  address: string;
}

const DEEDS: Readonly<Record<string, string>> = {
  assigned: 'has taken over an alert that was yours',
  released: 'has given back an alert that was yours',
  reviewed: 'has decided an alert that was yours',
  reopened: 'has reopened an alert that you had decided',
};

/** What a person is told, in words, and where to look. */
export function wordsOf(told: Notification): NotificationWords {
  switch (told.kind) {
    case 'high_alerts':
      return alerts(told, 'high');
    case 'medium_alerts':
      return alerts(told, 'medium');
    case 'import':
      return {
        title: told.outcome === 'failed' ? 'Import failed' : 'Import finished',
        text: `${told.label ?? 'A file'}, brought in by ${told.actor ?? 'somebody'}`,
        address: `/import?import=${told.subjectId}`,
      };
    case 'report':
      return {
        title: told.outcome === 'failed' ? 'Report failed' : 'Report ready',
        text: told.label ?? '',
        address: `/ai-reports?report=${told.subjectId}`,
      };
    case 'sar_due':
      return {
        title: told.outcome === 'due' ? 'Report due today' : 'Report due soon',
        text: `The 30 days of alert ${told.subjectId} end on ${told.day === null ? 'an unknown day' : formatDay(told.day)}`,
        address: `/fraud?alert=${told.subjectId}`,
      };
    case 'own_alert':
      return {
        title: `Alert ${told.subjectId}`,
        text: `${told.actor ?? 'Somebody'} ${DEEDS[told.outcome ?? ''] ?? 'has changed an alert that was yours'}`,
        address: `/fraud?alert=${told.subjectId}`,
      };
  }
}

function alerts({ count, subjectId }: Notification, risk: 'high' | 'medium'): NotificationWords {
  return {
    title: `New ${risk}-risk ${count === 1 ? 'alert' : 'alerts'}`,
    text: `Detection has raised ${formatCounted(count, `${risk}-risk alert`)}`,
    address: subjectId === null ? `/fraud?riskLevel=${risk}` : `/fraud?alert=${subjectId}`,
  };
}
