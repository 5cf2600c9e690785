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
  joinDetails,
  MAX_SHOWN,
  mergeNumbered,
  type PaletteSource,
  parseIdQuery,
} from './palette-sources.ts';

/** Fewer letters match too many words. */
const MIN_TYPE_LETTERS = 4;

const ACTIVITY_NAMES = ACTIVITY_TYPES.map((type) => ({ type, words: splitWords(activityLabel(type)) }));

/** In "structuring sample", "structuring" is the type: the longest run of words at either end that matches one type. */
export function parseAlertQuery(text: string): { activityType: ActivityType | null; search: string } {
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
  const types = ACTIVITY_NAMES.filter(({ words }) => named.every((part, at) => words[at]?.startsWith(part) === true));
  const exact = types.find(({ words }) => words.join(' ') === whole);
  if (exact !== undefined) return exact.type;
  const isEnough = types.length === 1 && (named[0]?.length ?? 0) >= MIN_TYPE_LETTERS;
  return isEnough ? (types[0]?.type ?? null) : null;
}

const MIN_LETTERS = 3;

export const alertsSource: PaletteSource = {
  id: 'alerts',
  title: 'Alerts',
  takes: (text) => text.length >= MIN_LETTERS || parseIdQuery(text) !== null,
  find: async ({ text, signal }) => {
    const id = parseIdQuery(text);
    const { activityType, search } = parseAlertQuery(text);
    // The screen and the server use the same parameters.
    const params = { ...(activityType !== null && { activityType }), ...(search !== '' && { search }) };
    const alertPage = (query: Record<string, string>) =>
      requestPage<UnusualActivity>(firstPageUrl('/api/unusual-activities', query), signal);
    const [numbered, searched] = await Promise.all([
      id === null ? NO_ALERTS : alertPage({ id: String(id) }),
      text.length < MIN_LETTERS ? NO_ALERTS : alertPage(params),
    ]);
    const { items, total } = mergeNumbered(numbered, searched);
    const list = searched.total > MAX_SHOWN ? `/fraud?${new URLSearchParams(params)}` : null;
    return { entries: items.map(alertEntry), total, list };
  },
};

const NO_ALERTS: Page<UnusualActivity> = { items: [], total: 0 };

function alertEntry(alert: UnusualActivity): PaletteEntry {
  const { id, riskLevel, amount, activityDate, reviewed } = alert;
  return {
    id: `alert-${id}`,
    label: alertName(alert),
    detail: joinDetails(
      `${riskLevel} risk`,
      formatMoney(amount),
      formatDay(activityDate),
      reviewed ? 'reviewed' : 'open',
      `No. ${id}`,
    ),
    icon: AlertOutlined,
    does: { jump: { opens: 'alert', id } },
  };
}
