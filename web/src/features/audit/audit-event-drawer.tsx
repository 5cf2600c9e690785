import type { AuditEvent } from '@clearwatch/contracts/audit-events.dto';
import { useQuery } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { getAuditEvent } from '../../api/audit-api.ts';
import { Fact } from '../../components/figure-cards.tsx';
import { QueryStates, SkeletonLines } from '../../components/panel.tsx';
import { actionLabel, auditDetailTerms, subjectLabelOf, subjectTypeLabel } from '../../lib/audit-labels.ts';
import { formatDateTime, formatUtcTime } from '../../lib/date-format.ts';
import { formatCount } from '../../lib/number-format.ts';
import type { AuditFilters } from './audit-log-filters.ts';

interface AuditEventDrawerProps {
  /** The open event; null: none. */
  seq: number | null;
  /** The event, if the list beside the drawer shows it. */
  listed: AuditEvent | undefined;
  onClose: () => void;
  onFilter: (part: Partial<AuditFilters>) => void;
}

export function AuditEventDrawer({ seq, listed, onClose, onFilter }: AuditEventDrawerProps) {
  return (
    <Drawer
      title={seq === null ? 'Audit event' : `Event #${formatCount(seq)}`}
      size={640}
      open={seq !== null}
      onClose={onClose}
      destroyOnHidden
    >
      {seq !== null && <LoadedEvent key={seq} seq={seq} listed={listed} onFilter={onFilter} />}
    </Drawer>
  );
}

type LoadedEventProps = Omit<AuditEventDrawerProps, 'seq' | 'onClose'> & { seq: number };

/** The address may name an event on another page of the list. */
function LoadedEvent({ seq, listed, onFilter }: LoadedEventProps) {
  const event = useQuery({ ...getAuditEvent(seq), initialData: listed });
  return (
    <QueryStates
      query={event}
      skeleton={<SkeletonLines lines={6} height={40} />}
      failed="The event could not be loaded."
      missing="There is no event with this number, or it is past the time that events are kept."
    >
      {(found) => <EventFacts event={found} onFilter={onFilter} />}
    </QueryStates>
  );
}

function EventFacts({ event, onFilter }: Pick<LoadedEventProps, 'onFilter'> & { event: AuditEvent }) {
  const { actorId, subjectType, subjectId } = event;
  const details = auditDetailTerms(event.detail);
  return (
    <div className="audit-event">
      <h2>{actionLabel(event.action)}</h2>
      <dl>
        <Fact term="When">
          {formatUtcTime(event.at)}
          <span className="quiet"> ({event.at})</span>
        </Fact>
        <Fact term="In your time zone">{formatDateTime(event.at)}</Fact>
        <Fact term="Who">
          {event.actorName} <span className="quiet">({event.actorRole})</span>
        </Fact>
        <Fact term="To what">
          {subjectLabelOf(event)}
          {event.subjectLabel !== null && subjectId !== null && (
            <span className="quiet">
              {' '}
              ({subjectTypeLabel(subjectType)} #{subjectId})
            </span>
          )}
        </Fact>
        <Fact term="From where">{event.address ?? 'No network address: done by the system'}</Fact>
      </dl>
      {details.length > 0 && (
        <>
          <h3>Details</h3>
          <dl>
            {details.map(({ term, value }) => (
              <Fact key={term} term={term}>
                {value}
              </Fact>
            ))}
          </dl>
        </>
      )}
      <div className="audit-event-more">
        {actorId !== null && (
          <Button onClick={() => onFilter({ actorId: String(actorId) })}>All by {event.actorName}</Button>
        )}
        {subjectId !== null && (
          <Button onClick={() => onFilter({ subjectType, subjectId })}>
            All about {subjectLabelOf(event)}
          </Button>
        )}
      </div>
      <h3>For the record</h3>
      <dl>
        <Fact term="Action">
          <code>{event.action}</code>
        </Fact>
        <Fact term="Place in the chain">#{formatCount(event.seq)}</Fact>
        <Fact term="Request">{event.requestId === null ? 'None' : <code>{event.requestId}</code>}</Fact>
        <Fact term="Hash">
          <code>{event.hash}</code>
        </Fact>
      </dl>
    </div>
  );
}
