import type { MemberImport } from '@clearwatch/contracts/members.dto';
import { Link } from 'react-router-dom';
import { formatCount, formatCounted } from '../../../formats/count.ts';
import { formatDateTime } from '../../../formats/dates.ts';
import { Panel } from '../../../panels/panel.tsx';

/** The files that brought the member's entries, each with its receipt. */
export function MemberImports({ imports, count }: { imports: MemberImport[]; count: number }) {
  return (
    <Panel title="Imports" badges={count > 0 && <span className="quiet">{formatCount(count)}</span>}>
      <ul className="member-imports">
        {imports.map(({ importId, fileName, entries, createdAt }) => (
          <li key={importId}>
            <Link to={`/import?import=${importId}`}>{fileName}</Link>
            <span className="quiet figures">
              {formatCounted(entries, 'entry', 'entries')} · {formatDateTime(createdAt)}
            </span>
          </li>
        ))}
      </ul>
      {count > imports.length && (
        <p className="quiet plain-line">
          Showing first {formatCount(imports.length)} of {formatCount(count)}
        </p>
      )}
    </Panel>
  );
}
