import type { ClientRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** How long a request waits for the head of its answer before its process is asked for a sign of life, and again after each. */
export const ASK_AFTER_MS = 500;
/** How long that may take: both together end a wait for a frozen process in less than five seconds. */
export const ALIVE_WITHIN_MS = 3_500;

/** Wait; ended early by the signal, without an error. */
type Wait = (milliseconds: number, signal: AbortSignal) => Promise<unknown>;

/**
 * Tells a process that is slow from one that does not answer at all (frozen, or its machine is gone): the first is waited for as
 * long as its work takes, the second is not. A process is named by its address and port.
 */
export class Liveness {
  private readonly asking = new Map<string, Promise<boolean>>();
  private readonly silent = new Set<string>();
  private readonly stopping = new AbortController();

  /** @param answers whether the process answers a trivial request within ALIVE_WITHIN_MS */
  constructor(
    private readonly answers: (peer: string) => Promise<boolean>,
    private readonly wait: Wait = (milliseconds, signal) =>
      pause(milliseconds, undefined, { signal, ref: false }).catch(() => undefined),
  ) {}

  /** Whether it was found silent and has not answered since. */
  isSilent(peer: string): boolean {
    return this.silent.has(peer);
  }

  /** Calls back once when the process gives no sign of life, unless `signal` ends the watch before. */
  async watch(peer: string, signal: AbortSignal, onSilent: () => void): Promise<void> {
    for (;;) {
      await this.wait(ASK_AFTER_MS, signal);
      if (signal.aborted) return;
      if (await this.ask(peer)) continue;
      if (!signal.aborted) onSilent();
      return;
    }
  }

  stop(): void {
    this.stopping.abort();
  }

  /** One question at a time to each process, whoever waits for it. */
  private ask(peer: string): Promise<boolean> {
    const asking = this.asking.get(peer) ?? this.askNow(peer);
    this.asking.set(peer, asking);
    return asking;
  }

  private async askNow(peer: string): Promise<boolean> {
    const isAlive = await this.answers(peer);
    this.asking.delete(peer);
    if (!isAlive && !this.silent.has(peer)) void this.untilBack(peer);
    return isAlive;
  }

  private async untilBack(peer: string): Promise<void> {
    const { signal } = this.stopping;
    this.silent.add(peer);
    do await this.wait(ASK_AFTER_MS, signal);
    while (!signal.aborted && !(await this.ask(peer)));
    this.silent.delete(peer);
  }
}

/**
 * Ends a request before anything is sent when its process is known to be silent, and a read also while it waits for the head of its
 * answer. A write that was sent is left alone: whether it was done is not known.
 * @returns whether the request was sent, or may have been
 */
export function endWhenSilent(
  upstream: ClientRequest,
  { liveness, isRead }: { liveness: Liveness; isRead: boolean },
): { wasSent: boolean } {
  const sending = { wasSent: false };
  const waiting = new AbortController();
  const end = (): void => void upstream.destroy(new Error('the process does not answer'));
  const start = (peer: string): void => {
    if (liveness.isSilent(peer)) {
      end();
      return;
    }
    sending.wasSent = true;
    // A write only lets the others know.
    void liveness.watch(peer, waiting.signal, isRead ? end : () => undefined);
  };
  upstream.once('response', () => waiting.abort());
  upstream.once('close', () => waiting.abort());
  upstream.once('socket', (socket) => {
    const connected = (): void => start(`${socket.remoteAddress}:${socket.remotePort}`);
    // First of all listeners: the others begin to send.
    if (socket.connecting) socket.prependOnceListener('connect', connected);
    else connected();
  });
  return sending;
}
