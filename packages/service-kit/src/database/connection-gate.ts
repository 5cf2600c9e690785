import { callbackify } from 'node:util';
import { Client } from 'pg';
import { isStarting, refusesConnections } from './database-failure.ts';

/** While the database refuses connections, one attempt is made this often, whoever asks for one. */
const TRY_AGAIN_MS = 500;

/**
 * Fails at once while the database is known to refuse connections, instead of opening another one: a server that recovers from a
 * crash starts a process for each attempt, only to refuse it. The first caller after half a second tries again for all.
 */
export class ConnectionGate {
  private refusal: { reason: Error; at: number } | null = null;
  private isTrying = false;

  /** @param now milliseconds of a clock that never goes back */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** @throws Error of `open`, or one with the same code when the database has just refused somebody else */
  async pass(open: () => Promise<unknown>): Promise<void> {
    const { refusal } = this;
    if (refusal !== null) {
      if (this.isTrying || this.now() - refusal.at < TRY_AGAIN_MS) throw sameAs(refusal.reason);
      this.isTrying = true;
    }
    try {
      await open();
      this.refusal = null;
    } catch (error) {
      if (error instanceof Error && refusesConnections(error))
        this.refusal = { reason: error, at: this.now() };
      // Another reason, say a wrong password: every caller shall learn it from the database.
      else this.refusal = null;
      throw error;
    } finally {
      if (refusal !== null) this.isTrying = false;
    }
  }
}

function sameAs(reason: Error): Error {
  const what = isStarting(reason) ? 'is starting or recovering' : 'refuses connections';
  return Object.assign(new Error(`The database ${what}`, { cause: reason }), {
    code: 'code' in reason ? reason.code : undefined,
  });
}

/** The class of connections for a pool (its option `Client`), whose attempts all pass one gate. */
export function gatedClient(gate = new ConnectionGate()): typeof Client {
  return class GatedClient extends Client {
    override connect(): Promise<Client>;
    override connect(done: (error: Error) => void): void;
    override connect(done?: (error: Error) => void): Promise<Client> | void {
      if (done === undefined) return gate.pass(() => super.connect()).then(() => this);
      callbackify(() => gate.pass(() => super.connect()))(done);
    }
  };
}
