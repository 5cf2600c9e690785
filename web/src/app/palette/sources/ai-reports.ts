import { FileDoneOutlined } from '@ant-design/icons';
import { REPORT_TYPE_LABELS } from '@clearwatch/contracts/ai-reports';
import type { ReportSummary } from '@clearwatch/contracts/ai-reports.dto';
import { requestPage } from '../../../api/page.ts';
import { formatDateTime } from '../../../formats/dates.ts';
import type { Entry } from '../entry.ts';
import { listed } from './listed.ts';
import type { Source } from './source.ts';

const LEAST_LETTERS = 2;

/** By any part of the title. */
export const aiReports: Source = {
  id: 'ai-reports',
  title: 'AI reports',
  failed: 'AI reports could not be searched.',
  takes: (text) => text.length >= LEAST_LETTERS,
  find: async ({ text, signal }) => {
    const { items, total } = await requestPage<ReportSummary>(
      listed('/api/reports', { search: text }),
      signal,
    );
    return { entries: items.map(toEntry), total, list: null };
  },
};

function toEntry({ id, title, reportType, generatedAt, state, requestedBy }: ReportSummary): Entry {
  return {
    id: `report-${id}`,
    label: title,
    detail: [
      REPORT_TYPE_LABELS[reportType],
      formatDateTime(generatedAt),
      `by ${requestedBy}`,
      ...(state === 'completed' ? [] : [state]),
    ].join(' · '),
    icon: FileDoneOutlined,
    does: { jump: { to: `/ai-reports?report=${id}` } },
  };
}
