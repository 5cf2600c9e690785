import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A part of the application could not be fetched: the server is away, or has a newer version with other files. */
export class MissingCode extends Error {
  constructor(cause: unknown) {
    super('A part of the application could not be fetched', { cause });
    this.name = 'MissingCode';
  }
}

/** Fetched when it is first shown. */
export function lazyPart<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => {
    try {
      return await load();
    } catch (error) {
      throw new MissingCode(error);
    }
  });
}

/** Fetched before it is needed; whether that worked is seen when it is. */
export function fetchAhead(load: () => Promise<unknown>): void {
  void load().catch(() => undefined);
}
