import { parseServerEvent, type ServerEvent } from '@clearwatch/contracts/events/server-event';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

interface Listener {
  onEvent: (event: ServerEvent) => void;
  /** Called with true when the stream (re)opens and with false when it breaks. */
  onConnection: (connected: boolean) => void;
}

/**
 * Listens to `GET /api/events` until the returned function is called. The browser itself reconnects only after a
 * network failure, not after an HTTP error such as a restarting gateway's 502, so reconnecting is done here, with
 * pauses doubling from 1 s to 30 s.
 */
export function listenToServerEvents({ onEvent, onConnection }: Listener): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = FIRST_PAUSE_MS;

  const connect = (): void => {
    source = new EventSource('/api/events');
    source.addEventListener('open', () => {
      pause = FIRST_PAUSE_MS;
      onConnection(true);
    });
    source.addEventListener('message', ({ data }) => {
      const event = parseMessage(data);
      if (event !== null) onEvent(event);
    });
    source.addEventListener('error', () => {
      source?.close();
      onConnection(false);
      timer = setTimeout(connect, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    });
  };

  connect();
  return () => {
    clearTimeout(timer);
    source?.close();
  };
}

function parseMessage(data: unknown): ServerEvent | null {
  try {
    return parseServerEvent(JSON.parse(String(data)));
  } catch {
    return null;
  }
}
