import { CloudUploadOutlined } from '@ant-design/icons';
import type { ImportSummary } from '@clearwatch/contracts/imports.dto';
import { requestPage } from '../../../api/page.ts';
import { formatCounted } from '../../../formats/count.ts';
import { formatDateTime } from '../../../formats/dates.ts';
import type { Entry } from '../entry.ts';
import { listed } from './listed.ts';
import type { Source } from './source.ts';

const LEAST_LETTERS = 2;

/** By any part of the file's name. */
export const imports: Source = {
  id: 'imports',
  title: 'Imports',
  failed: 'Imports could not be searched.',
  takes: (text) => text.length >= LEAST_LETTERS,
  find: async ({ text, signal }) => {
    const { items, total } = await requestPage<ImportSummary>(
      listed('/api/imports', { search: text }),
      signal,
    );
    return { entries: items.map(toEntry), total, list: null };
  },
};

function toEntry({
  importId,
  fileName,
  createdAt,
  uploadedBy,
  transactionCount,
  state,
}: ImportSummary): Entry {
  return {
    id: `import-${importId}`,
    label: fileName,
    detail: [
      formatDateTime(createdAt),
      `by ${uploadedBy}`,
      state === 'completed' ? formatCounted(transactionCount, 'transaction') : state.replaceAll('_', ' '),
    ].join(' · '),
    icon: CloudUploadOutlined,
    does: {
      jump: { to: `/import?${state === 'needs_mapping' ? 'mapping' : 'import'}=${importId}` },
    },
  };
}
