import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Injectable } from '@nestjs/common';
import type { Figure } from './figure.ts';
import { FiguresRepository } from './figures.repository.ts';

/**
 * Answers figures by one primary-key lookup. A figure of a changed ledger, or of a new day, is computed by whoever
 * asks first while everybody else waits for that one result.
 */
@Injectable()
export class FigureStore {
  private readonly inFlight = new Map<string, Promise<object>>();

  constructor(
    private readonly figures: FiguresRepository,
    private readonly today: Today,
  ) {}

  async read<Body extends object>(figure: Figure<Body>): Promise<Body> {
    const today = this.today.day();
    const { version, body } = await this.figures.find({ name: figure.name, today });
    // Bodies are our own, and the name carries the version of their shape.
    if (body !== null) return body as Body;
    return this.computeOnce(figure, { version, today });
  }

  /** Waiting readers of this process share one computation, so that they do not use up the connections. */
  private async computeOnce<Body extends object>(
    figure: Figure<Body>,
    wanted: { version: number; today: string },
  ): Promise<Body> {
    const key = `${figure.name}@${wanted.version}@${wanted.today}`;
    let computing = this.inFlight.get(key) as Promise<Body> | undefined;
    if (computing === undefined) {
      computing = this.compute(figure, wanted.today).finally(() => this.inFlight.delete(key));
      this.inFlight.set(key, computing);
    }
    return computing;
  }

  private async compute<Body extends object>(figure: Figure<Body>, today: string): Promise<Body> {
    const { name } = figure;
    return this.figures.whileLocked(name, async (session) => {
      const { body } = await this.figures.find({ name, today }, session);
      if (body !== null) return body as Body;
      const { version, result } = await this.figures.inOneState(session, (manager) =>
        figure.compute(manager, today),
      );
      await this.figures.keep(session, { name, version, today, body: result });
      return result;
    });
  }
}
