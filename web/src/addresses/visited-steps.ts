/**
 * The addresses of this tab by their place in the browser's history, which itself does not tell them. In memory and nowhere
 * else: addresses hold names. After a reload they are unknown, and nobody is led back by guess.
 */
const visited = new Map<number, string>();

interface Place {
  pathname: string;
  search: string;
}

/** One way to write an address, so that two can be compared. */
export function writtenAs({ pathname, search }: Place): string {
  const params = new URLSearchParams(search).toString();
  return params === '' ? pathname : `${pathname}?${params}`;
}

/** Where the page stands in the browser's history: the router numbers the entries that it makes. */
function standing(): number {
  const state: unknown = window.history.state;
  const index = typeof state === 'object' && state !== null && 'idx' in state ? state.idx : null;
  return typeof index === 'number' ? index : 0;
}

export function noteStep(here: Place): void {
  visited.set(standing(), writtenAs(here));
}

/**
 * How many steps lead back to an address over nothing but steps to be passed; null when it does not lie there.
 *
 * @param isPassed whether an address in between may be left out
 */
export function stepsBackTo(target: string, isPassed: (address: string) => boolean): number | null {
  const from = standing();
  for (let at = from - 1; at >= 0; at -= 1) {
    const address = visited.get(at);
    if (address === undefined) return null;
    if (address === target) return from - at;
    if (!isPassed(address)) return null;
  }
  return null;
}
