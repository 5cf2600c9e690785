import { Injectable } from '@nestjs/common';

type Listener = (sessionIds: readonly string[]) => void;

/** Tells whoever holds something open for a session that this process has ended it. */
@Injectable()
export class EndedSessionIds {
  private readonly listeners: Listener[] = [];

  listen(listener: Listener): void {
    this.listeners.push(listener);
  }

  tell(sessionIds: readonly string[]): void {
    for (const listener of this.listeners) listener(sessionIds);
  }
}
