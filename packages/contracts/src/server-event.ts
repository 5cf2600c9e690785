/**
 * What `GET /api/events` tells open browsers. Ids and counts only: whoever listens reads the rest through the API,
 * where roles are checked.
 */
export type ServerEvent =
  | { type: 'import.progress'; importId: number; bytesRead: number; bytesTotal: number; rowsRead: number }
  | { type: 'import.finished'; importId: number; state: 'stored' | 'failed' }
  | { type: 'ledger.projected'; importId: number }
  /** An admin takes the import back. An undo that fails for good says nothing: the import is then what it was. */
  | { type: 'import.undoing'; importId: number }
  /** The figures are without the import; alerts follow with `detection.finished`. */
  | { type: 'import.undone'; importId: number }
  /** The figures are without entries that were past their time. */
  | { type: 'entries.purged'; purgeId: number }
  /** A shard of an analysis of everybody, or of a try-out, is done. */
  | { type: 'detection.progress'; runId: number; shardsDone: number; shards: number }
  /** Somebody decided, took or reopened alerts. */
  | { type: 'alerts.changed'; alerts: number }
  | { type: 'detection.finished'; runId: number; alertsGenerated: number }
  /** More pages of a document are read. */
  | { type: 'document.progress'; parseJobId: number; pagesDone: number; pages: number }
  /** It is read, and what is sure of it imported; or it failed. */
  | { type: 'document.finished'; parseJobId: number }
  /** More of an AI report can be read; sections are those that its type has. */
  | { type: 'report.progress'; reportId: number; sectionsDone: number; sections: number }
  /** It is completed, failed or cancelled. */
  | { type: 'report.finished'; reportId: number }
  /** Somebody is told something: everybody looks whether it is for him. */
  | { type: 'notifications.added'; notifications: number };

export type ServerEventType = ServerEvent['type'];

const EVENT_FIELDS: Record<ServerEventType, readonly string[]> = {
  'import.progress': ['importId', 'bytesRead', 'bytesTotal', 'rowsRead'],
  'import.finished': ['importId', 'state'],
  'ledger.projected': ['importId'],
  'import.undoing': ['importId'],
  'import.undone': ['importId'],
  'entries.purged': ['purgeId'],
  'detection.progress': ['runId', 'shardsDone', 'shards'],
  'alerts.changed': ['alerts'],
  'detection.finished': ['runId', 'alertsGenerated'],
  'document.progress': ['parseJobId', 'pagesDone', 'pages'],
  'document.finished': ['parseJobId'],
  'report.progress': ['reportId', 'sectionsDone', 'sections'],
  'report.finished': ['reportId'],
  'notifications.added': ['notifications'],
};

/** Queue progress is untyped at the border: only a complete, known event passes, stripped of anything else. */
export function parseServerEvent(value: unknown): ServerEvent | null {
  if (typeof value !== 'object' || value === null) return null;
  const candidate = value as Record<string, unknown>;
  const type = candidate['type'];
  if (typeof type !== 'string' || !Object.hasOwn(EVENT_FIELDS, type)) return null;
  const fields = EVENT_FIELDS[type as ServerEventType];
  const complete = fields.every((field) =>
    field === 'state'
      ? candidate[field] === 'stored' || candidate[field] === 'failed'
      : Number.isSafeInteger(candidate[field]),
  );
  if (!complete) return null;
  return Object.fromEntries(
    ['type', ...fields].map((field) => [field, candidate[field]]),
  ) as unknown as ServerEvent;
}
