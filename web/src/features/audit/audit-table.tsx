import type { AuditEvent } from '@clearwatch/contracts/audit-events.dto';
import { actionLabel } from '../../audit-trail/action-label.ts';
import { detailLine } from '../../audit-trail/detail-words.ts';
import { subjectWords } from '../../audit-trail/subject-words.ts';
import { formatDateTime, formatExactTime } from '../../formats/dates.ts';
import { type Column, DataTable } from '../../tables/data-table.tsx';

const COLUMNS: Column<AuditEvent>[] = [
  {
    title: 'When',
    cell: ({ at }) => (
      <time className="audit-when" dateTime={at} title={`${formatDateTime(at)} in your time zone`}>
        {formatExactTime(at)}
      </time>
    ),
  },
  {
    title: 'Who',
    cell: ({ actorName, actorRole }) => (
      <span className="audit-who">
        <strong>{actorName}</strong>
        <span className="quiet">{actorRole}</span>
      </span>
    ),
  },
  { title: 'What', cell: ({ action }) => <span className="audit-what">{actionLabel(action)}</span> },
  { title: 'To What', cell: (event) => <span className="audit-subject">{subjectWords(event)}</span> },
  { title: 'From Where', cell: ({ address }) => address ?? '' },
  { title: 'Details', cell: ({ detail }) => <span className="audit-detail">{detailLine(detail)}</span> },
];

interface AuditTableProps {
  events: AuditEvent[];
  onOpen: (event: AuditEvent) => void;
}

export function AuditTable({ events, onOpen }: AuditTableProps) {
  return (
    <DataTable
      caption="Audit events"
      columns={COLUMNS}
      rows={events}
      rowKey={({ seq }) => seq}
      onOpen={onOpen}
    />
  );
}
