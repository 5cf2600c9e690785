import type { ServerEvent } from '@clearwatch/contracts/events/server-event';
import type { StaffClient } from '@clearwatch/infra-local/staff-client';

/** An open page that listens; what it is told, in order. */
export async function listening(
  client: StaffClient,
): Promise<{ told: ServerEvent[]; ended: Promise<void>; leave(): void }> {
  const leaving = new AbortController();
  const answer = await fetch(new URL('/api/events', client.base), {
    headers: { cookie: client.cookieHeader },
    signal: leaving.signal,
  });
  if (answer.status !== 200 || answer.body === null) throw new Error(`No events: ${answer.status}`);
  const told: ServerEvent[] = [];
  const read = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of body) {
      const lines = (text + decoder.decode(chunk, { stream: true })).split('\n');
      text = lines.pop() ?? '';
      for (const line of lines)
        if (line.startsWith('data: ')) told.push(JSON.parse(line.slice('data: '.length)) as ServerEvent);
    }
  };
  return {
    told,
    ended: read(answer.body).catch(() => undefined),
    leave: () => leaving.abort(),
  };
}
