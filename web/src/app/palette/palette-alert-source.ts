import { AlertOutlined } from '@ant-design/icons';
import { ACTIVITY_TYPES, type ActivityType } from '@clearwatch/contracts/alerts';
import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { activityLabel } from '@clearwatch/domain/detection/activity-label';
import { type Page, requestPage } from '../../api/api-client.ts';
import { alertName } from '../../lib/alert-labels.ts';
import { formatDay } from '../../lib/date-format.ts';
import { formatMoney } from '../../lib/number-format.ts';
import type { PaletteEntry } from './palette-entries.ts';
import { normalizeText, splitWords } from './palette-match.ts';
import {
  firstPageUrl,
  MAX_SHOWN,
  mergeNumbered,
  type PaletteSource,
  parseIdQuery,
} from './palette-sources.ts';

export interface AlertQuery {
  activityType: ActivityType | null;
  search: string;
}

/** Fewer letters match too many words. */
const MIN_TYPE_LETTERS = 4;

const ACTIVITY_NAMES = ACTIVITY_TYPES.map((type) => ({ type, words: splitWords(activityLabel(type)) }));

/**
 * "structuring sample" finds alerts of a type about a member: the longest run of words at either end that matches
 * exactly one type is the type.
 */
export function parseAlertQuery(text: string): AlertQuery {
  const words = text.split(/\s+/).filter((word) => word !== '');
  for (let count = words.length; count > 0; count -= 1) {
    const ends = [
      { named: words.slice(0, count), rest: words.slice(count) },
      { named: words.slice(-count), rest: words.slice(0, -count) },
    ];
    for (const { named, rest } of ends) {
      const activityType = activityTypeNamed(named.map(normalizeText));
      if (activityType !== null) return { activityType, search: rest.join(' ') };
    }
  }
  return { activityType: null, search: text };
}

function activityTypeNamed(named: readonly string[]): ActivityType | null {
  const whole = named.join(' ');
  const types = ACTIVITY_NAMES.filter(({ words }) =>
    named.every((part, at) => words[at]?.startsWith(part) === true),
  );
  const exact = types.find(({ words }) => words.join(' ') === whole);
  if (exact !== undefined) return exact.type;
  const isEnough = types.length === 1 && (named[0]?.length ?? 0) >= MIN_TYPE_LETTERS;
  return isEnough ? (types[0]?.type ?? null) : null;
}

const ALERTS_PATH = '/api/unusual-activities';
const MIN_LETTERS = 3;

export const alertsSource: PaletteSource = {
  id: 'alerts',
  title: 'Alerts',
  takes: (text) => text.length >= MIN_LETTERS || parseIdQuery(text) !== null,
  find: async ({ text, signal }) => {
    const id = parseIdQuery(text);
    const params = alertParams(text);
    const [numbered, searched] = await Promise.all([
      id === null
        ? NO_ALERTS
        : requestPage<UnusualActivity>(firstPageUrl(ALERTS_PATH, { id: String(id) }), signal),
      text.length < MIN_LETTERS
        ? NO_ALERTS
        : requestPage<UnusualActivity>(firstPageUrl(ALERTS_PATH, params), signal),
    ]);
    const { items, total } = mergeNumbered(numbered, searched);
    return {
      entries: items.map(alertEntry),
      total,
      list: searched.total > MAX_SHOWN ? `/fraud?${new URLSearchParams(params).toString()}` : null,
    };
  },
};

const NO_ALERTS: Page<UnusualActivity> = { items: [], total: 0 };

function alertParams(text: string): Record<string, string> {
  const { activityType, search } = parseAlertQuery(text);
  return { ...(activityType !== null && { activityType }), ...(search !== '' && { search }) };
}

function alertEntry(alert: UnusualActivity): PaletteEntry {
  const { id, riskLevel, amount, activityDate, reviewed } = alert;
  return {
    id: `alert-${id}`,
    label: alertName(alert),
    detail: [
      `${riskLevel} risk`,
      formatMoney(amount),
      formatDay(activityDate),
      reviewed ? 'reviewed' : 'open',
      `No. ${id}`,
    ].join(' · '),
    icon: AlertOutlined,
    does: { jump: { opens: 'alert', id } },
  };
}
