import type { Queue, QueueEvents } from 'bullmq';

/**
 * Lets go of a queue that answers and of one that does not. BullMQ waits: `Queue.close` for the answer to a farewell,
 * `QueueEvents.close` for a first connection, which never comes when the queue was never there. Nothing of ours is
 * under way by then, so the connection is cut.
 */
export async function letGo(queue: Queue | QueueEvents): Promise<void> {
  const cut = queue.getBackend().close(true);
  // Only now, or the connection would be closed politely: ends what the object does by itself. Nobody waits for it.
  queue.close().catch(() => undefined);
  await cut;
}
