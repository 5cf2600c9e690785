import { AlertOutlined } from '@ant-design/icons';
import type { UnusualActivity } from '@clearwatch/contracts/alerts.dto';
import { type Page, requestPage } from '../../../api/page.ts';
import { formatDay } from '../../../formats/dates.ts';
import { formatMoney } from '../../../formats/money.ts';
import { alertName } from '../../../risk/alert-name.ts';
import type { Entry } from '../entry.ts';
import { alertQuestion } from './alert-question.ts';
import { askedNumber } from './asked-number.ts';
import { listed } from './listed.ts';
import { SHOWN, type Source } from './source.ts';

const PATH = '/api/unusual-activities';
const LEAST_LETTERS = 3;

/** By number, by type of activity, and by the member's name, the account or the description. */
export const alerts: Source = {
  id: 'alerts',
  title: 'Alerts',
  failed: 'Alerts could not be searched.',
  takes: (text) => text.length >= LEAST_LETTERS || askedNumber(text) !== null,
  find: async ({ text, signal }) => {
    const id = askedNumber(text);
    const asked = paramsOf(text);
    const [numbered, searched] = await Promise.all([
      id === null ? NONE : requestPage<UnusualActivity>(listed(PATH, { id: String(id) }), signal),
      text.length < LEAST_LETTERS ? NONE : requestPage<UnusualActivity>(listed(PATH, asked), signal),
    ]);
    const others = searched.items.filter((alert) => alert.id !== numbered.items[0]?.id);
    return {
      entries: [...numbered.items, ...others].slice(0, SHOWN).map(toEntry),
      total: numbered.total + searched.total - (searched.items.length - others.length),
      list: searched.total > SHOWN ? `/fraud?${new URLSearchParams(asked).toString()}` : null,
    };
  },
};

const NONE: Page<UnusualActivity> = { items: [], total: 0 };

/** The list of alerts and the server call them the same. */
function paramsOf(text: string): Record<string, string> {
  const { activityType, search } = alertQuestion(text);
  return { ...(activityType !== null && { activityType }), ...(search !== '' && { search }) };
}

function toEntry(alert: UnusualActivity): Entry {
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
