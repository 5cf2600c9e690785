import { parseServerEvent, type ServerEvent } from '@clearwatch/contracts/server-event';
import { onServer } from '../addresses/public-path.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

interface Listener {
  onEvent: (event: ServerEvent) => void;
  onOpen: () => void;
  /** Called when the stream breaks, and again for every attempt that fails: `attempt` counts from 1. */
  onBroken: (attempt: number) => void;
}

/**
 * Listens to `GET /api/events` until the returned function is called. The browser itself reconnects only after a
 * network failure, not after an HTTP error such as a restarting gateway's 502, so reconnecting is done here, with
 * pauses doubling from 1 s to 30 s.
 */
export function listenToServerEvents({ onEvent, onOpen, onBroken }: Listener): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The browser's own word that the network is back need not wait for the pause to end. */
  const connectNow = (): void => {
    if (timer === undefined) return;
    clearTimeout(timer);
    connect();
  };
  let failures = 0;

  const connect = (): void => {
    timer = undefined;
    source = new EventSource(onServer('/api/events'));
    source.addEventListener('open', () => {
      failures = 0;
      onOpen();
    });
    source.addEventListener('message', ({ data }) => {
      const event = parseMessage(data);
      if (event !== null) onEvent(event);
    });
    source.addEventListener('error', () => {
      source?.close();
      timer = setTimeout(connect, Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS));
      failures += 1;
      onBroken(failures);
    });
  };

  window.addEventListener('online', connectNow);
  connect();
  return () => {
    window.removeEventListener('online', connectNow);
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
