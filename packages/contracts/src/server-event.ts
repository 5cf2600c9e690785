/** Events for open browsers. Ids and counts only: browsers read the rest through the API, which checks roles. */
const EVENT_FIELDS = {
  'import.progress': ['importId', 'bytesRead', 'bytesTotal', 'rowsRead'],
  'import.finished': ['importId', 'state'],
  'ledger.projected': ['importId'],
  /** An undo has started. If the undo fails permanently, no event is sent, because the import is unchanged. */
  'import.undoing': ['importId'],
  /** The figures no longer include the import; alerts follow with `detection.finished`. */
  'import.undone': ['importId'],
  'entries.purged': ['purgeId'],
  /** A shard of a full analysis or of a backtest is done. */
  'detection.progress': ['runId', 'shardsDone', 'shards'],
  'alerts.changed': ['alerts'],
  'detection.finished': ['runId', 'alertsGenerated'],
  'document.progress': ['parseJobId', 'pagesDone', 'pages'],
  'document.finished': ['parseJobId'],
  'report.progress': ['reportId', 'sectionsDone', 'sections'],
  'report.finished': ['reportId'],
  /** Contains no user: each browser reads the notifications for its own user. */
  'notifications.added': ['notifications'],
} as const;

export type ServerEventType = keyof typeof EVENT_FIELDS;

export type ServerEvent = {
  [Type in ServerEventType]: { type: Type } & {
    [Field in (typeof EVENT_FIELDS)[Type][number]]: Field extends 'state' ? 'stored' | 'failed' : number;
  };
}[ServerEventType];

/** Queue progress is untyped. Only complete events of known types pass, stripped of other fields. */
export function parseServerEvent(value: unknown): ServerEvent | null {
  if (typeof value !== 'object' || value === null) return null;
  const candidate = value as Record<string, unknown>;
  const type = candidate['type'];
  if (typeof type !== 'string' || !Object.hasOwn(EVENT_FIELDS, type)) return null;
  const fields: readonly string[] = EVENT_FIELDS[type as ServerEventType];
  const complete = fields.every((field) =>
    field === 'state'
      ? candidate[field] === 'stored' || candidate[field] === 'failed'
      : Number.isSafeInteger(candidate[field]),
  );
  if (!complete) return null;
  return Object.fromEntries(['type', ...fields].map((field) => [field, candidate[field]])) as unknown as ServerEvent;
}
